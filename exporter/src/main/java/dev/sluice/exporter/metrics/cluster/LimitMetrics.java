package dev.sluice.exporter.metrics.cluster;

import dev.sluice.exporter.derive.accounting.LimitUse.Used;
import dev.sluice.exporter.derive.accounting.ShownLimits;
import dev.sluice.exporter.metrics.cluster.SeriesOverLimit.Kind;
import dev.sluice.exporter.metrics.family.MetricBatch;
import dev.sluice.exporter.metrics.family.MetricVisitor;
import dev.sluice.exporter.metrics.family.Scope;
import dev.sluice.exporter.metrics.family.Section;
import dev.sluice.exporter.model.SlurmSource;
import java.util.List;
import java.util.Map;

/**
 * The metrics of QOS or account limits and their usage.
 *
 * @param kind QOS limits or account limits
 */
public record LimitMetrics(String cluster, ShownLimits limits, Kind kind) implements MetricBatch {

    private static final Scope<LimitMetrics, OneLimit> QOS =
            limits("limit of a QOS, up to `metrics.queues` QOS", "qos", Kind.QOS_LIMIT);
    private static final Scope<LimitMetrics, OneLimit> ACCOUNT =
            limits("limit of an account, up to `metrics.topAccounts` accounts", "account", Kind.ACCOUNT_LIMIT);

    public static final Section<LimitMetrics> SECTION = Section.of(
            "Limits",
            SlurmSource.QOS.label(),
            "Only limits that are set. `limit` is `GrpTRES`, `GrpJobs`, `GrpSubmit`, and for a QOS also "
                    + "`MaxTRESPU`, `MaxJobsPU`, `MaxSubmitPU`, `MaxTRESPA`, `MaxJobsPA` and `MaxSubmitPA`; `tres` "
                    + "only for a limit on a resource. Billing and energy have only the limit. Up to "
                    + "`metrics.topAccounts` accounts and `metrics.queues` QOS, those nearest to a limit first.",
            QOS.gauge("slurm_qos_limit")
                    .help("Limit of a QOS, under sacctmgr's name; memory is in bytes.")
                    .value(one -> one.limit.limit().most()),
            QOS.gauge("slurm_qos_used")
                    .help("Usage of slurm_qos_limit; for a limit per user or account, the highest usage.")
                    .optional(one -> one.limit.used().stream()),
            ACCOUNT.gauge("slurm_account_limit")
                    .help(
                            "Limit of an account including its child accounts, under sacctmgr's name; memory is in bytes.")
                    .value(one -> one.limit.limit().most()),
            ACCOUNT.gauge("slurm_account_used")
                    .help("Usage of slurm_account_limit.")
                    .optional(one -> one.limit.used().stream()));

    private record OneLimit(String of, Used limit) {}

    private static Scope<LimitMetrics, OneLimit> limits(String unit, String label, Kind wanted) {
        return Scope.cluster(LimitMetrics::cluster)
                .each(unit, metrics -> metrics.limits(wanted))
                .by(label, OneLimit::of)
                .by("limit", one -> one.limit.limit().kind().label())
                .by("tres", one -> one.limit.limit().tres());
    }

    private List<OneLimit> limits(Kind wanted) {
        return limits.limits().entrySet().stream()
                .filter(unused -> kind == wanted)
                .flatMap(of -> of.getValue().stream().map(limit -> new OneLimit(of.getKey(), limit)))
                .toList();
    }

    @Override
    public void forEach(MetricVisitor visitor) {
        SECTION.emit(this, visitor);
        new SeriesOverLimit(cluster, Map.of(kind, limits.folded())).forEach(visitor);
    }
}
