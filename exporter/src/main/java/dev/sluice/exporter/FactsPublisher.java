package dev.sluice.exporter;

import dev.sluice.exporter.config.MetricsConfig;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.facts.ControllerStart;
import dev.sluice.exporter.derive.facts.DiagHistory;
import dev.sluice.exporter.derive.facts.FairShares;
import dev.sluice.exporter.derive.facts.LimitUse;
import dev.sluice.exporter.derive.facts.RpcHistory;
import dev.sluice.exporter.derive.facts.ShownLimits;
import dev.sluice.exporter.metrics.AccountingMetrics;
import dev.sluice.exporter.metrics.DiagMetrics;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.Publication;
import dev.sluice.exporter.metrics.SharedMetrics;
import dev.sluice.exporter.metrics.Sink;
import dev.sluice.exporter.model.ClusterSnapshot;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.facts.Association;
import dev.sluice.exporter.model.facts.ControllerConf;
import dev.sluice.exporter.model.facts.DbdStatistics;
import dev.sluice.exporter.model.facts.Diag;
import dev.sluice.exporter.model.facts.License;
import dev.sluice.exporter.model.facts.Qos;
import dev.sluice.exporter.model.facts.Reservation;
import dev.sluice.exporter.model.facts.RpcCount;
import dev.sluice.exporter.model.facts.Share;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Turns what one cluster says beside nodes, partitions and jobs into metrics, and publishes them. Confined to the
 * cluster's worker.
 */
final class FactsPublisher {

    /** Slurm has about 300 message types, a cluster sees 50: a bound for what a newer one may bring. */
    private static final int MESSAGE_TYPES = 150;

    private final String cluster;
    private final SeriesBudget budget;
    private final List<Sink> sinks;
    private final Supplier<ClusterSnapshot> snapshot;
    private final Consumer<Instant> onControllerStart;
    private final ControllerStart controllerStart = new ControllerStart();
    private final DiagHistory diagHistory;
    private final RpcHistory dbdRpcs = new RpcHistory(MESSAGE_TYPES);
    private final RpcHistory dbdRollups = new RpcHistory(MESSAGE_TYPES);

    private Known<Qos> qos = Known.nothing();
    private Known<Association> associations = Known.nothing();
    private Optional<String> slurmCluster = Optional.empty();
    private Instant jobsExpireAt = Instant.MIN;
    /** By how much slurmctld's clock is ahead of ours: which reservations are active goes by slurmctld's. */
    private Duration clockAhead = Duration.ZERO;

    /** An answer that is needed again when another comes. */
    private record Known<T>(List<T> list, Instant expiresAt) {

        static <T> Known<T> nothing() {
            return new Known<>(List.of(), Instant.MIN);
        }
    }

    /**
     * @param snapshot what is known of nodes, partitions and jobs
     * @param onControllerStart is told when the slurmctld in charge was started
     */
    FactsPublisher(
            String cluster,
            MetricsConfig config,
            List<Sink> sinks,
            Supplier<ClusterSnapshot> snapshot,
            Consumer<Instant> onControllerStart) {
        this.cluster = cluster;
        this.budget = ClusterPublisher.budget(config);
        this.sinks = List.copyOf(sinks);
        this.snapshot = snapshot;
        this.onControllerStart = onControllerStart;
        this.diagHistory = new DiagHistory(MESSAGE_TYPES, budget.users());
    }

    void diag(SourceStatus status, Observed<List<Diag>> diag) {
        for (Diag one : diag.value()) {
            controllerStart.counting(one.since()).ifPresent(onControllerStart);
            one.at().ifPresent(at -> clockAhead = Duration.between(diag.at(), at));
            Diag shown = one.withUsers(budget.userNames()::shown);
            publish(status, new DiagMetrics(cluster, shown, diagHistory.observe(shown)));
        }
    }

    void licenses(SourceStatus status, Observed<List<License>> licenses) {
        publish(status, SharedMetrics.licenses(cluster, licenses.value()));
    }

    void reservations(SourceStatus status, Observed<List<Reservation>> reservations) {
        Instant slurmctlds = reservations.at().plus(clockAhead);
        publish(status, SharedMetrics.reservations(cluster, reservations.value(), slurmctlds));
    }

    void conf(SourceStatus status, Observed<List<ControllerConf>> conf) {
        for (ControllerConf one : conf.value()) {
            onControllerStart.accept(controllerStart.told(one.bootedAt()));
            publish(status, SharedMetrics.conf(cluster, one));
        }
    }

    void shares(SourceStatus status, Observed<List<Share>> shares) {
        slurmCluster = shares.value().stream().map(Share::cluster).findFirst();
        publish(status, AccountingMetrics.shares(cluster, FairShares.of(shares.value(), budget)));
    }

    void qos(SourceStatus status, Observed<List<Qos>> observed) {
        qos = new Known<>(observed.value(), ClusterPublisher.expiry(status));
        limits();
    }

    void associations(SourceStatus status, Observed<List<Association>> observed) {
        List<Association> accounts = observed.value().stream()
                .filter(association -> association.user().isEmpty())
                .toList();
        associations = new Known<>(accounts, ClusterPublisher.expiry(status));
        limits();
    }

    void dbd(SourceStatus status, Observed<List<DbdStatistics>> dbd) {
        for (DbdStatistics one : dbd.value()) {
            List<RpcCount> rollups = one.rollups().stream()
                    .map(rollup -> new RpcCount(rollup.period(), rollup.count(), rollup.micros(), 0, 0))
                    .toList();
            publish(
                    status,
                    AccountingMetrics.dbd(
                            cluster,
                            one,
                            dbdRpcs.observe(one.byType(), one.since()),
                            dbdRollups.observe(rollups, one.since())));
        }
    }

    /** Jobs are new: they decide what is used of limits. */
    void jobs(SourceStatus status) {
        jobsExpireAt = ClusterPublisher.expiry(status);
        limits();
    }

    /** Of limits that are known but whose jobs are not, nothing is published: a limit alone says little. */
    private void limits() {
        ClusterSnapshot now = snapshot.get();
        if (now.jobs().isEmpty() || now.partitions().isEmpty()) {
            return;
        }
        List<Association> own = ofThisCluster();
        LimitUse use =
                new LimitUse(now.jobs().get().value(), now.partitions().get().value(), own);
        Instant good = qos.expiresAt().isBefore(jobsExpireAt) ? qos.expiresAt() : jobsExpireAt;
        ShownLimits ofQos = ShownLimits.of(use.ofQos(qos.list()), budget.queues());
        publish("limits-qos", good, AccountingMetrics.qosLimits(cluster, ofQos));
        good = associations.expiresAt().isBefore(jobsExpireAt) ? associations.expiresAt() : jobsExpireAt;
        ShownLimits ofAccounts = ShownLimits.of(use.ofAccounts(own, budget.accountNames()), budget.accounts());
        publish("limits-accounts", good, AccountingMetrics.accountLimits(cluster, ofAccounts));
    }

    /** slurmdbd tells of all clusters, and not which is ours; slurmctld's shares do. */
    private List<Association> ofThisCluster() {
        Set<String> clusters =
                associations.list().stream().map(Association::cluster).collect(Collectors.toSet());
        if (clusters.size() <= 1) {
            return associations.list();
        }
        return associations.list().stream()
                .filter(association ->
                        slurmCluster.filter(association.cluster()::equals).isPresent())
                .toList();
    }

    private void publish(SourceStatus status, MetricBatch batch) {
        publish(status.source(), ClusterPublisher.expiry(status), batch);
    }

    private void publish(String source, Instant expiresAt, MetricBatch batch) {
        if (expiresAt.isAfter(Instant.MIN)) {
            Publication publication = new Publication(cluster, source, batch, expiresAt);
            sinks.forEach(sink -> sink.publish(publication));
        }
    }
}
