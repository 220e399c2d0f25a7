package dev.sluice.exporter.metrics;

import dev.sluice.exporter.model.Labeled;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The numbers of users, accounts and other objects over the cardinality limit. Several sources publish this family;
 * each source publishes other kinds of objects.
 *
 * @param numbers number of objects over the limit, by kind
 */
public record SeriesOverLimit(String cluster, Map<Kind, Integer> numbers) implements MetricBatch {

    /** The kind of objects over a limit. */
    public enum Kind implements Labeled {
        USER,
        ACCOUNT,
        QUEUE,
        ACCOUNT_WAIT,
        ACCOUNT_USAGE,
        USER_USAGE,
        NODE,
        MACHINE,
        JOB,
        JOB_GPU,
        QOS_LIMIT,
        ACCOUNT_LIMIT,
        PARTITION,
        GPU_TYPE,
        GRES,
        REASON,
        LICENSE
    }

    private static final Set<Kind> ALWAYS = EnumSet.of(
            Kind.USER, Kind.ACCOUNT, Kind.QUEUE, Kind.ACCOUNT_WAIT, Kind.ACCOUNT_USAGE, Kind.USER_USAGE, Kind.NODE);

    public static final Family<SeriesOverLimit> FAMILY = Scope.cluster(SeriesOverLimit::cluster)
            .gauge("sluice_series_folded")
            .help(
                    "Users, accounts, nodes, jobs and other names over the cardinality limit, and partitions that slurmctld does not know.")
            .by(ClosedLabels.of("label", Kind.values()).showing(ALWAYS::contains))
            .reported((folded, kind) ->
                    Optional.ofNullable(folded.numbers().get(kind)).stream().mapToDouble(Integer::doubleValue));

    @Override
    public void forEach(MetricVisitor visitor) {
        FAMILY.emit(this, visitor);
    }
}
