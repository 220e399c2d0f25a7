package dev.sluice.exporter.derive;

import dev.sluice.exporter.model.accounting.Share;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The fair shares to publish.
 *
 * @param accounts shares of the accounts with the largest usage, by name
 * @param users shares of the users with the largest usage, largest first
 */
public record FairShares(List<Share> accounts, List<Share> users) {

    private static final Comparator<Share> BY_USAGE = Comparator.comparingDouble(Share::usage)
            .reversed()
            .thenComparing(Share::account)
            .thenComparing(Share::user);

    public FairShares {
        accounts = List.copyOf(accounts);
        users = List.copyOf(users);
    }

    /**
     * Selects the shares within the cardinality limits. Omits shares per partition, because such a share would be a
     * second series of the user.
     */
    public static FairShares of(List<Share> shares, SeriesBudget budget) {
        List<Share> shown = shares.stream()
                .filter(share -> share.partition().isEmpty())
                .flatMap(share -> shown(share, budget))
                .toList();
        return new FairShares(
                keep(shown, share -> share.user().isEmpty(), budget.accounts()).stream()
                        .sorted(Comparator.comparing(Share::account))
                        .toList(),
                keep(shown, share -> !share.user().isEmpty(), budget.users()));
    }

    private static List<Share> keep(List<Share> shares, Predicate<Share> which, int max) {
        return SeriesBudget.keep(shares.stream().filter(which).toList(), BY_USAGE, unused -> 1, max)
                .kept();
    }

    /** Returns the share under the names to publish; empty if the account name or the user name is dropped. */
    private static Stream<Share> shown(Share share, SeriesBudget budget) {
        boolean dropped = budget.accountNames() == NameRule.DROP
                || (!share.user().isEmpty() && budget.userNames() == NameRule.DROP);
        return dropped
                ? Stream.empty()
                : Stream.of(share.named(
                        budget.accountNames().apply(share.account()),
                        budget.userNames().apply(share.user())));
    }
}
