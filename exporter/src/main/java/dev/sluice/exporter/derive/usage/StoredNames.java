package dev.sluice.exporter.derive.usage;

import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.usage.UsageCounts.Owned;
import java.util.SortedMap;
import java.util.TreeMap;

/** Applies the current name rules to a state that was stored under other rules, so that no hidden name is published. */
record StoredNames(NameRule accounts, NameRule users) {

    StoredNames(SeriesBudget budget, JobUsage.State stored) {
        this(missing(stored.accountNames(), budget.accountNames()), missing(stored.userNames(), budget.userNames()));
    }

    /** Returns the rule to apply to names that were stored under a rule. Hashed and dropped names stay as they are. */
    private static NameRule missing(NameRule stored, NameRule current) {
        boolean hashed = stored == NameRule.HASH && current == NameRule.HASH;
        return hashed || stored == NameRule.DROP ? NameRule.SHOW : current;
    }

    UsageKey of(UsageKey stored) {
        return stored.named(accounts.apply(stored.account()), users.apply(stored.user()));
    }

    UsageCounts of(UsageCounts stored) {
        return new UsageCounts(
                owners(stored.accounts(), accounts), owners(stored.users(), users), stored.partitions(), 0, 0);
    }

    private static SortedMap<String, Owned> owners(SortedMap<String, Owned> stored, NameRule rule) {
        SortedMap<String, Owned> renamed = new TreeMap<>();
        if (rule != NameRule.DROP) {
            stored.forEach(
                    (name, owned) -> renamed.put(name.equals(SeriesBudget.OTHER) ? name : rule.apply(name), owned));
        }
        return renamed;
    }
}
