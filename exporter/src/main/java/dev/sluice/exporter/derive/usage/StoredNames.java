package dev.sluice.exporter.derive.usage;

import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.usage.JobUsage.CountedRun;
import dev.sluice.exporter.derive.usage.JobUsage.State;
import dev.sluice.exporter.derive.usage.UsageCounts.Owned;
import java.util.SortedMap;
import java.util.TreeMap;

/** Applies the current name rules to a state that was stored under other rules, so that no hidden name is published. */
final class StoredNames {

    private final NameRule accounts;
    private final NameRule users;
    private final State state;

    private StoredNames(SeriesBudget budget, State state) {
        this.accounts = missing(state.accountNames(), budget.accountNames());
        this.users = missing(state.userNames(), budget.userNames());
        this.state = state;
    }

    /** Returns the rule to apply to names that were stored under a rule. Hashed and dropped names stay as they are. */
    private static NameRule missing(NameRule stored, NameRule current) {
        boolean hashed = stored == NameRule.HASH && current == NameRule.HASH;
        return hashed || stored == NameRule.DROP ? NameRule.SHOW : current;
    }

    static State under(SeriesBudget budget, State state) {
        StoredNames names = new StoredNames(budget, state);
        return names.accounts == NameRule.SHOW && names.users == NameRule.SHOW ? state : names.renamed();
    }

    private State renamed() {
        UsageCounts counts = state.counts();
        return new State(
                state.since(),
                state.until(),
                accounts,
                users,
                new UsageCounts(
                        owners(counts.accounts(), accounts), owners(counts.users(), users), counts.partitions(), 0, 0),
                state.months().stream().map(this::month).toList(),
                state.runs().stream().map(this::run).toList());
    }

    private static SortedMap<String, Owned> owners(SortedMap<String, Owned> stored, NameRule rule) {
        SortedMap<String, Owned> renamed = new TreeMap<>();
        if (rule != NameRule.DROP) {
            stored.forEach(
                    (name, owned) -> renamed.put(name.equals(SeriesBudget.OTHER) ? name : rule.apply(name), owned));
        }
        return renamed;
    }

    private MonthUsage month(MonthUsage month) {
        SortedMap<UsageKey, UsageAmounts> rows = new TreeMap<>();
        month.rows()
                .forEach((key, amounts) -> rows.merge(
                        new UsageKey(
                                accounts.apply(key.account()),
                                users.apply(key.user()),
                                key.partition(),
                                key.nodeSet(),
                                key.gpuType()),
                        amounts,
                        UsageAmounts::plus));
        return new MonthUsage(month.month(), month.from(), month.until(), rows);
    }

    private CountedRun run(CountedRun run) {
        return new CountedRun(
                run.jobId(),
                run.submittedAt(),
                run.restarts(),
                accounts.apply(run.account()),
                users.apply(run.user()),
                run.partition(),
                run.nodeSet(),
                run.allocation(),
                run.until(),
                run.gpuSeconds());
    }
}
