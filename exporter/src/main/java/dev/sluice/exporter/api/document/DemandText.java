package dev.sluice.exporter.api.document;

import dev.sluice.common.log.OutsideText;
import dev.sluice.exporter.api.view.ClusterDemand;
import dev.sluice.exporter.api.view.DemandReport;
import dev.sluice.exporter.derive.scaling.JobExplanation;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Renders demand and reasons as plain text for a terminal, with the content of {@link DemandJson}. */
public final class DemandText {

    /** Maximum number of listed jobs. A longer list would hide the other values; the JSON contains all jobs. */
    private static final int MAX_JOBS = 200;

    private final StringBuilder out = new StringBuilder();
    private final Instant now;

    private DemandText(Instant now) {
        this.now = now;
    }

    public static String render(DemandReport report, Instant now) {
        DemandText text = new DemandText(now);
        report.clusters().forEach(text::add);
        return text.out.toString();
    }

    private void add(ClusterDemand cluster) {
        if (out.length() > 0) {
            out.append('\n');
        }
        out.append("Cluster ").append(OutsideText.printable(cluster.cluster()));
        cluster.observedAt()
                .ifPresent(at -> out.append(", as of ")
                        .append(at.truncatedTo(ChronoUnit.SECONDS))
                        .append(", ")
                        .append(Math.max(0, Duration.between(at, now).toSeconds()))
                        .append(" s ago"));
        out.append('\n');
        cluster.reason()
                .ifPresent(reason -> out.append("  Signal withheld: ")
                        .append(OutsideText.printable(reason))
                        .append('\n'));
        if (cluster.publishing()) {
            cluster.demand().ifPresent(this::add);
        }
    }

    private void add(ScalingDemand demand) {
        for (PoolDemand pool : demand.pools()) {
            out.append('\n');
            add(pool);
            jobs(demand.jobs().stream()
                    .filter(job -> job.pool().equals(Optional.of(pool.pool())))
                    .toList());
        }
        List<JobExplanation> homeless =
                demand.jobs().stream().filter(job -> job.pool().isEmpty()).toList();
        if (!homeless.isEmpty()) {
            out.append("\n  Jobs without a NodeSet\n");
            jobs(homeless);
        }
    }

    private void add(PoolDemand pool) {
        out.append("  ").append(pool.pool().kind()).append(' ');
        out.append(pool.pool().namespace()).append('/').append(pool.pool().name());
        if (pool.notScalable().isEmpty()) {
            out.append(": desired ").append(pool.desired()).append(", current ");
        } else {
            out.append(": current ");
        }
        out.append(pool.replicas()).append(" (min ");
        out.append(pool.min()).append(", max ").append(pool.max()).append(")\n    ");
        out.append(pool.busy()).append(" busy, ");
        out.append(pool.idle()).append(" idle, ");
        out.append(pool.starting()).append(" starting, ");
        out.append(pool.drainingNodes()).append(" draining, ");
        out.append(pool.unusableNodes()).append(" unusable, ");
        out.append(pool.ghosts()).append(" ghosts\n");
        pool.reasons()
                .forEach(reason -> out.append("    - ")
                        .append(OutsideText.printable(reason))
                        .append('\n'));
    }

    private void jobs(List<JobExplanation> jobs) {
        if (jobs.isEmpty()) {
            return;
        }
        TextTable table = new TextTable("JOBID", "PARTITION", "CLASS", "REASON", "TASKS", "COUNTED", "NODES", "WHY");
        jobs.stream()
                .limit(MAX_JOBS)
                .forEach(job -> table.row(
                        Long.toString(job.jobId()),
                        job.partition(),
                        job.pendingClass().label(),
                        job.reason(),
                        Long.toString(job.tasks()),
                        Long.toString(job.counted()),
                        Long.toString(job.newNodes()),
                        job.why()));
        table.appendTo(out, "    ");
        if (jobs.size() > MAX_JOBS) {
            out.append("    ... and ").append(jobs.size() - MAX_JOBS).append(" more\n");
        }
    }
}
