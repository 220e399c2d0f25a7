package dev.sluice.exporter.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.api.document.AccountingJson;
import dev.sluice.exporter.api.document.JsonDocument;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.pending.Constraints;
import dev.sluice.exporter.derive.pending.OwnLimits;
import dev.sluice.exporter.derive.pending.ReachedLimit;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.Share;
import dev.sluice.exporter.model.job.Job;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Answers requests for the fair share and the limits of a user or an account; the list of jobs has the jobs. */
final class AccountingAnswers {

    private static final int OK = 200;

    private final Clock clock;
    private final ApiSources sources;

    AccountingAnswers(Clock clock, ApiSources sources) {
        this.clock = clock;
        this.sources = sources;
    }

    Answer user(ApiRequest request) {
        Visibility visibility = sources.visibility();
        if (!visibility.showsUsers()) {
            return WhyAnswers.usersAreHidden();
        }
        String asked = WhyAnswers.decoded(request.segments().get(0));
        return answer(request, (cluster, now) -> user(cluster, user -> visibility.names(asked, user), now));
    }

    Answer account(ApiRequest request) {
        String asked = WhyAnswers.decoded(request.segments().get(0));
        return answer(
                request,
                (cluster, now) -> account(
                        cluster,
                        account -> sources.visibility()
                                .account(account)
                                .filter(asked::equals)
                                .isPresent(),
                        now));
    }

    /** The content of one cluster's part of an answer. */
    @FunctionalInterface
    private interface Content {
        ObjectNode of(ClusterView cluster, Instant now);
    }

    private Answer answer(ApiRequest request, Content content) {
        List<ClusterView> clusters = WhyAnswers.clusters(request, sources);
        return Answer.search(() -> {
            Instant now = clock.instant();
            return Answer.json(
                    OK, JsonDocument.bytes(JsonDocument.clusters(clusters, cluster -> content.of(cluster, now))));
        });
    }

    private ObjectNode user(ClusterView cluster, Predicate<String> asked, Instant now) {
        Constraints constraints = cluster.constraintsAt(now);
        List<Job> jobs = jobs(cluster, now);
        Optional<String> user = Stream.concat(
                        jobs.stream().map(Job::user),
                        constraints.shares().stream().map(Share::user))
                .filter(asked)
                .findFirst();
        return document(
                cluster,
                share -> user.filter(share.user()::equals).isPresent(),
                limits -> user.map(limits::ofUser).orElse(List.of()),
                now);
    }

    private ObjectNode account(ClusterView cluster, Predicate<String> asked, Instant now) {
        Constraints constraints = cluster.constraintsAt(now);
        Optional<String> account = Stream.of(
                        jobs(cluster, now).stream().map(Job::account),
                        constraints.accounts().stream().map(Association::account),
                        constraints.shares().stream().map(Share::account))
                .flatMap(Function.identity())
                .filter(asked)
                .findFirst();
        boolean showsUsers = sources.visibility().showsUsers();
        return document(
                cluster,
                share -> account.filter(share.account()::equals).isPresent()
                        && (showsUsers || share.user().isEmpty()),
                limits -> account.map(limits::ofAccount).orElse(List.of()),
                now);
    }

    private ObjectNode document(
            ClusterView cluster, Predicate<Share> own, Function<OwnLimits, List<ReachedLimit>> limits, Instant now) {
        Constraints constraints = cluster.constraintsAt(now);
        List<Share> shares = constraints.shares().stream().filter(own).toList();
        // Without a list of jobs the use of a limit is not known, and 0 would be wrong.
        List<ReachedLimit> used = cluster.queueAt(now)
                .map(queue -> limits.apply(new OwnLimits(queue.jobs(), constraints)))
                .orElse(List.of());
        return AccountingJson.of(cluster, shares, used, sources.visibility(), now);
    }

    private static List<Job> jobs(ClusterView cluster, Instant now) {
        return cluster.queueAt(now).map(ClusterView.Queue::jobs).orElse(List.of());
    }
}
