package dev.sluice.exporter.api;

import dev.sluice.exporter.api.document.AccountingDocument;
import dev.sluice.exporter.api.view.ShownCluster;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.pending.OwnLimits;
import dev.sluice.exporter.derive.pending.ReachedLimit;
import dev.sluice.exporter.model.accounting.Share;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Answers requests for the fair share and the limits of a user or an account. {@link ListAnswers} serves the jobs. */
final class AccountingAnswers {

    private AccountingAnswers() {}

    static ApiAnswer user(ApiRequest request) {
        String asked = request.segment(0);
        request.requireVisible(asked);
        return request.answer(cluster -> user(cluster, asked));
    }

    static ApiAnswer account(ApiRequest request) {
        String asked = request.segment(0);
        return request.answer(cluster -> account(cluster, asked));
    }

    private static AccountingDocument user(ShownCluster cluster, String asked) {
        Visibility here = cluster.visibility();
        Optional<String> user = accounts(cluster)
                .map(Account::user)
                .filter(name -> here.names(asked, name))
                .findFirst();
        return AccountingDocument.of(
                cluster,
                shares(cluster, share -> user.filter(share.user()::equals).isPresent()),
                user.map(name -> limits(cluster, name, own -> own.ofUser(name))).orElse(List.of()),
                user.map(here::of).orElse(here));
    }

    private static AccountingDocument account(ShownCluster cluster, String asked) {
        Visibility here = cluster.visibility();
        Optional<Account> account = accounts(cluster)
                .filter(one -> one.isShownAs(asked, here))
                // Prefers the reader's own record, which shows more than the records of other users.
                .min(Comparator.comparing(one -> !here.owns(one.user())));
        return AccountingDocument.of(
                cluster,
                shares(
                        cluster,
                        share -> new Account(share.account(), share.user()).isShownAs(asked, here)
                                && (share.user().isEmpty() || here.answersFor(share.user()))),
                account.map(one -> limits(cluster, one.user(), own -> own.ofAccount(one.name())))
                        .orElse(List.of()),
                account.map(one -> here.of(one.user())).orElse(here));
    }

    /**
     * The account of a job, a limit or a share.
     *
     * @param user user of the job or share; empty for the account itself
     */
    private record Account(String name, String user) {

        boolean isShownAs(String text, Visibility here) {
            return here.of(user).account(name).equals(text);
        }
    }

    private static Stream<Account> accounts(ShownCluster cluster) {
        return Stream.of(
                        cluster.jobs().stream()
                                .map(job -> new Account(
                                        job.owner().account(), job.owner().user())),
                        cluster.constraints().associations().stream()
                                .map(limited -> new Account(limited.account(), "")),
                        cluster.constraints().shares().stream()
                                .map(share -> new Account(share.account(), share.user())))
                .flatMap(Function.identity());
    }

    private static List<Share> shares(ShownCluster cluster, Predicate<Share> shown) {
        return cluster.constraints().shares().stream()
                .filter(shown.and(share -> cluster.visibility().showsUsageOf(share.user())))
                .toList();
    }

    /** Checks the visibility of the owner, because the use of a limit reveals the number of the owner's jobs. */
    private static List<ReachedLimit> limits(
            ShownCluster cluster, String owner, Function<OwnLimits, List<ReachedLimit>> limits) {
        // Without the job list, the usage of a limit is unknown; the value 0 would be wrong.
        return cluster.queue()
                .filter(unused -> cluster.visibility().showsJobsOf(owner))
                .map(queue -> limits.apply(new OwnLimits(queue.jobs(), cluster.constraints())))
                .orElse(List.of());
    }
}
