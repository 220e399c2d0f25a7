package dev.sluice.exporter.api;

import dev.sluice.exporter.api.document.AccountingDocument;
import dev.sluice.exporter.api.document.JsonDocument;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.pending.Constraints;
import dev.sluice.exporter.derive.pending.OwnLimits;
import dev.sluice.exporter.derive.pending.ReachedLimit;
import dev.sluice.exporter.model.accounting.Share;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.publish.PublishedQueue;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Answers requests for the fair share and the limits of a user or an account. {@link ListAnswers} serves the jobs. */
record AccountingAnswers(ApiSources sources) {

    Answer user(ApiRequest request) {
        String asked = request.segment(0);
        return request.visibility().answersFor(asked)
                ? answer(request, (cluster, here, now) -> user(cluster, here, asked, now))
                : WhyAnswers.usersAreHidden();
    }

    Answer account(ApiRequest request) {
        String asked = request.segment(0);
        return answer(request, (cluster, here, now) -> account(cluster, here, asked, now));
    }

    /** Creates the part of a response for one cluster. */
    @FunctionalInterface
    private interface Content {
        AccountingDocument of(ClusterView cluster, Visibility here, Instant now);
    }

    private Answer answer(ApiRequest request, Content content) {
        return sources.search(
                request,
                (clusters, now) -> Answer.json(JsonDocument.clusters(
                        clusters,
                        cluster -> content.of(cluster, request.visibility().within(cluster.privateData()), now))));
    }

    private static AccountingDocument user(ClusterView cluster, Visibility here, String asked, Instant now) {
        Constraints constraints = cluster.constraintsAt(now);
        List<Job> jobs = jobs(cluster, now);
        Optional<String> user = Stream.concat(
                        jobs.stream().map(job -> job.owner().user()),
                        constraints.shares().stream().map(Share::user))
                .filter(name -> here.names(asked, name))
                .findFirst();
        List<Share> shares = constraints.shares().stream()
                .filter(share -> user.filter(share.user()::equals).isPresent() && here.showsUsageOf(share.user()))
                .toList();
        // Checks the visibility, because the use of a limit reveals the number of the user's jobs.
        List<ReachedLimit> limits = user.filter(here::showsJobsOf)
                .map(name -> limits(cluster, own -> own.ofUser(name), now))
                .orElse(List.of());
        return AccountingDocument.of(
                cluster, shares, limits, here, user.map(here::of).orElse(here), now);
    }

    private static AccountingDocument account(ClusterView cluster, Visibility here, String asked, Instant now) {
        Constraints constraints = cluster.constraintsAt(now);
        Optional<Account> account = Stream.of(
                        jobs(cluster, now).stream()
                                .map(job -> new Account(
                                        job.owner().account(), job.owner().user())),
                        constraints.associations().stream().map(limited -> new Account(limited.account(), "")),
                        constraints.shares().stream().map(share -> new Account(share.account(), share.user())))
                .flatMap(Function.identity())
                .filter(one -> one.isShownAs(asked, here))
                // Prefers the reader's own record, which shows more than the records of other users.
                .min(Comparator.comparing(one -> !here.owns(one.user())));
        List<Share> shares = constraints.shares().stream()
                .filter(share -> new Account(share.account(), share.user()).isShownAs(asked, here)
                        && (share.user().isEmpty() || here.answersFor(share.user()))
                        && here.showsUsageOf(share.user()))
                .toList();
        List<ReachedLimit> limits = account.filter(one -> here.showsJobsOf(one.user()))
                .map(one -> limits(cluster, own -> own.ofAccount(one.name()), now))
                .orElse(List.of());
        return AccountingDocument.of(
                cluster,
                shares,
                limits,
                here,
                account.map(one -> here.of(one.user())).orElse(here),
                now);
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

    private static List<ReachedLimit> limits(
            ClusterView cluster, Function<OwnLimits, List<ReachedLimit>> limits, Instant now) {
        // Without the job list, the usage of a limit is unknown; the value 0 would be wrong.
        return cluster.queueAt(now)
                .map(queue -> limits.apply(new OwnLimits(queue.jobs(), cluster.constraintsAt(now))))
                .orElse(List.of());
    }

    private static List<Job> jobs(ClusterView cluster, Instant now) {
        return cluster.queueAt(now).map(PublishedQueue::jobs).orElse(List.of());
    }
}
