package dev.sluice.exporter.derive.facts;

import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.model.facts.Share;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Shares to show.
 *
 * @param accounts of the accounts with the largest usage, by name
 * @param users of the users with the largest usage, largest first
 * @param foldedAccounts how many accounts are left out: ratios of several cannot be one
 * @param foldedUsers the same of users
 */
public record FairShares(List<Share> accounts, List<Share> users, int foldedAccounts, int foldedUsers) {

    private static final Comparator<Share> BY_USAGE = Comparator.comparingDouble(Share::usage)
            .reversed()
            .thenComparing(Share::account)
            .thenComparing(Share::user);

    public FairShares {
        accounts = List.copyOf(accounts);
        users = List.copyOf(users);
    }

    /** Those of partitions alone are left out: they would be second series of the same user. */
    public static FairShares of(List<Share> shares, SeriesBudget budget) {
        List<Share> shown = shares.stream()
                .filter(share -> share.partition().isEmpty())
                .flatMap(share -> shown(share, budget))
                .sorted(BY_USAGE)
                .toList();
        List<Share> accounts =
                shown.stream().filter(share -> share.user().isEmpty()).toList();
        List<Share> users =
                shown.stream().filter(share -> !share.user().isEmpty()).toList();
        int keptAccounts = Math.min(budget.accounts(), accounts.size());
        int keptUsers = Math.min(budget.users(), users.size());
        return new FairShares(
                accounts.subList(0, keptAccounts).stream()
                        .sorted(Comparator.comparing(Share::account))
                        .toList(),
                users.subList(0, keptUsers),
                accounts.size() - keptAccounts,
                users.size() - keptUsers);
    }

    /** A user has a share in an account: without the name of either there is none to show. */
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
