package dev.sluice.exporter.api;

import dev.sluice.exporter.derive.pending.OwnLimits;
import dev.sluice.exporter.derive.pending.ReachedLimit;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.accounting.Share;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Answers requests for the fair share and the limits of a user or an account. {@link JobSearch} serves the jobs. */
final class AccountingAnswers {

    /**
     * Maximum number of shares, because the account of a large group can have many users. The shares with the highest
     * usage come first.
     */
    static final int MAX_SHARES = 50;

    private static final List<SlurmSource> SOURCES = List.of(
            SlurmSource.JOBS, SlurmSource.PARTITIONS, SlurmSource.SHARES, SlurmSource.QOS, SlurmSource.ASSOCIATIONS);

    /** The order of shares: first the account's own share, then the users' shares, highest usage first. */
    private static final Comparator<Share> ORDER = Comparator.<Share, Boolean>comparing(
                    share -> !share.user().isEmpty())
            .thenComparing(Share::usage, Comparator.reverseOrder())
            .thenComparing(Share::account)
            .thenComparing(Share::user)
            .thenComparing(Share::partition);

    /** The fair share of an account, or of a user in an account. */
    record ShareOfUser(
            String account,
            String user,
            String partition,
            OptionalDouble shares,
            OptionalDouble sharesRatio,
            long usageSeconds,
            OptionalDouble usageRatio,
            OptionalDouble factor,
            OptionalDouble level) {

        static ShareOfUser of(Share share, Visibility visibility) {
            return new ShareOfUser(
                    visibility.account(share.account()),
                    visibility.user(share.user()),
                    share.partition(),
                    finite(share.shares()),
                    finite(share.sharesRatio()),
                    Math.round(share.usage()),
                    finite(share.usageRatio()),
                    finite(share.factor()),
                    finite(share.level()));
        }

        /** Without usage, the level is infinite, which JSON cannot represent. */
        private static OptionalDouble finite(OptionalDouble number) {
            return Double.isFinite(number.orElse(Double.NaN)) ? number : OptionalDouble.empty();
        }
    }

    private AccountingAnswers() {}

    /** The fair share and limits of one user or one account in a cluster. Omits unknown values. */
    record AccountingDocument(
            Optional<Instant> fairShareObservedAt,
            List<ShareOfUser> fairShare,
            long fairShareLeftOut,
            List<WhyAnswers.LimitUsed> limits,
            List<String> withheld) {}

    static ApiAnswer user(ApiRequest request) {
        String asked = request.segment(0);
        request.requireVisible(asked);
        return answer(
                request, (one, here) -> here.names(asked, one.user()), (limits, one) -> limits.ofUser(one.user()));
    }

    static ApiAnswer account(ApiRequest request) {
        String asked = request.segment(0);
        return answer(
                request,
                (one, here) -> here.of(one.user()).account(one.name()).equals(asked),
                (limits, one) -> limits.ofAccount(one.name()));
    }

    private static ApiAnswer answer(
            ApiRequest request,
            BiPredicate<Account, Visibility> asked,
            BiFunction<OwnLimits, Account, List<ReachedLimit>> ofAccount) {
        return request.answer(
                cluster -> document(cluster, one -> asked.test(one, cluster.visibility()), ofAccount), "");
    }

    /**
     * The account of a job, a limit or a share.
     *
     * @param user user of the job or share; empty for the account itself
     */
    private record Account(String name, String user) {

        static Account of(Share share) {
            return new Account(share.account(), share.user());
        }
    }

    private static Stream<Account> accounts(ShownCluster cluster) {
        return Stream.of(
                        cluster.jobs().stream()
                                .map(job -> new Account(
                                        job.owner().account(), job.owner().user())),
                        cluster.constraints().associations().stream()
                                .map(limited -> new Account(limited.account(), "")),
                        cluster.constraints().shares().stream().map(Account::of))
                .flatMap(Function.identity());
    }

    /** Checks the visibility of the owner, because the use of a limit reveals the number of the owner's jobs. */
    private static ClusterAnswer<AccountingDocument> document(
            ShownCluster cluster,
            Predicate<Account> asked,
            BiFunction<OwnLimits, Account, List<ReachedLimit>> ofAccount) {
        Visibility here = cluster.visibility();
        // Prefers the reader's own record, which shows more than the records of other users.
        Optional<Account> found =
                accounts(cluster).filter(asked).min(Comparator.comparing(one -> !here.owns(one.user())));
        List<Share> shares = cluster.constraints().shares().stream()
                .filter(share -> asked.test(Account.of(share)))
                .filter(share -> share.user().isEmpty() || here.answersFor(share.user()))
                .filter(share -> here.showsUsageOf(share.user()))
                .toList();
        // Without the job list, the usage of a limit is unknown; the value 0 would be wrong.
        Stream<ReachedLimit> limits = found.filter(one -> here.showsJobsOf(one.user())).stream()
                .flatMap(one -> cluster.queue().stream()
                        .flatMap(queue ->
                                ofAccount.apply(new OwnLimits(queue.jobs(), cluster.constraints()), one).stream()));
        Visibility ofLimits = found.map(one -> here.of(one.user())).orElse(here);
        AccountingDocument document = new AccountingDocument(
                cluster.source(SlurmSource.SHARES)
                        .filter(unused -> cluster.withheld(SlurmSource.SHARES).isEmpty())
                        .flatMap(SourceStatus::observedAt),
                shares.stream()
                        .sorted(ORDER)
                        .limit(MAX_SHARES)
                        .map(share -> ShareOfUser.of(share, here.of(share.user())))
                        .toList(),
                Math.max(0, shares.size() - MAX_SHARES),
                limits.map(limit -> WhyAnswers.LimitUsed.of(limit, ofLimits)).toList(),
                SOURCES.stream()
                        .flatMap(source -> cluster.withheld(source).stream())
                        .toList());
        return cluster.queue().isEmpty()
                ? ClusterAnswer.of(cluster, document)
                : ClusterAnswer.ofJobs(cluster, unused -> document);
    }
}
