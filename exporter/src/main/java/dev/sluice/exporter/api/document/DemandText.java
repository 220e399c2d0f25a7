package dev.sluice.exporter.api.document;

import dev.sluice.exporter.api.view.ClusterDemand;
import dev.sluice.exporter.derive.scaling.JobExplanation;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Renders demand and reasons as plain text for a terminal, with the content of {@link DemandJson}. */
public final class DemandText {

    /** Maximum number of listed jobs. A longer list would hide the other values; the JSON contains all jobs. */
    private static final int MAX_JOBS = 200;

    private final PlainText out = new PlainText();

    private DemandText() {}

    public static String render(List<ClusterDemand> clusters, Instant now) {
        return clusters.stream().map(cluster -> render(cluster, now)).collect(Collectors.joining("\n"));
    }

    private static String render(ClusterDemand cluster, Instant now) {
        DemandText text = new DemandText();
        String age = cluster.observedAt()
                .map(at -> ", as of " + at.truncatedTo(ChronoUnit.SECONDS) + ", "
                        + Math.max(0, Duration.between(at, now).toSeconds()) + " s ago")
                .orElse("");
        text.out.line("Cluster " + cluster.cluster() + age);
        cluster.reason().ifPresent(reason -> text.out.line("  Signal withheld: " + reason));
        cluster.demand().filter(unused -> cluster.publishing()).ifPresent(text::add);
        return text.out.toString();
    }

    private void add(ScalingDemand demand) {
        for (PoolDemand pool : demand.pools()) {
            add(pool);
            jobs(demand.jobs().stream()
                    .filter(job -> job.pool().equals(Optional.of(pool.pool())))
                    .toList());
        }
        List<JobExplanation> homeless =
                demand.jobs().stream().filter(job -> job.pool().isEmpty()).toList();
        if (!homeless.isEmpty()) {
            out.line("");
            out.line("  Jobs without a NodeSet");
            jobs(homeless);
        }
    }

    private void add(PoolDemand pool) {
        PoolName name = pool.pool();
        out.line("");
        out.line("  " + name.kind() + " " + name.namespace() + "/" + name.name() + ": "
                + (pool.notScalable().isEmpty() ? "desired " + pool.desired() + ", " : "")
                + "current " + pool.replicas() + " (min " + pool.min() + ", max " + pool.max() + ")");
        out.line("    " + pool.busy() + " busy, " + pool.idle() + " idle, " + pool.starting() + " starting, "
                + pool.drainingNodes() + " draining, " + pool.unusableNodes() + " unusable, " + pool.ghosts()
                + " ghosts");
        pool.reasons().forEach(reason -> out.line("    - " + reason));
    }

    private void jobs(List<JobExplanation> jobs) {
        if (jobs.isEmpty()) {
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("JOBID", "PARTITION", "CLASS", "REASON", "TASKS", "COUNTED", "NODES", "WHY"));
        jobs.stream()
                .limit(MAX_JOBS)
                .forEach(job -> rows.add(List.of(
                        Long.toString(job.jobId()),
                        job.partition(),
                        job.pendingClass().label(),
                        job.reason(),
                        Long.toString(job.tasks()),
                        Long.toString(job.counted()),
                        Long.toString(job.newNodes()),
                        job.why())));
        out.table("    ", rows);
        if (jobs.size() > MAX_JOBS) {
            out.line("    ... and " + (jobs.size() - MAX_JOBS) + " more");
        }
    }
}
