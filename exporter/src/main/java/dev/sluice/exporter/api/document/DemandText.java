package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.exporter.api.view.ClusterDemand;
import dev.sluice.exporter.derive.scaling.JobExplanation;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Renders demand and reasons as plain text for a terminal, with the content of {@link DemandJson}. */
public final class DemandText {

    /** Maximum number of listed jobs. A longer list would hide the other values; the JSON contains all jobs. */
    private static final int MAX_JOBS = 200;

    private DemandText() {}

    public static String render(List<ClusterDemand> clusters, Instant now) {
        return clusters.stream().map(cluster -> render(cluster, now)).collect(Collectors.joining("\n"));
    }

    private static String render(ClusterDemand cluster, Instant now) {
        PlainText out = new PlainText();
        out.lines(
                JsonDocument.tree(DemandJson.cluster(cluster, now)), PlainText.CLUSTER, "  Signal withheld: {reason}");
        cluster.demand().filter(unused -> cluster.publishing()).ifPresent(demand -> add(out, demand));
        return out.toString();
    }

    private static void add(PlainText out, ScalingDemand demand) {
        for (PoolDemand pool : demand.pools()) {
            JsonNode nodeSet = JsonDocument.tree(DemandJson.nodeSet(pool));
            out.lines(
                    nodeSet,
                    "",
                    "  {kind} {namespace}/{name}: [desired {desired}, ]current {replicas} (min {min}, max {max})",
                    "    {busy} busy, {idle} idle, {starting} starting, {draining} draining, {unusable} unusable,"
                            + " {ghosts} ghosts");
            pool.reasons().forEach(reason -> out.line("    - " + reason));
            jobs(out, demand, job -> job.pool().filter(pool.pool()::equals).isPresent());
        }
        jobs(out, demand, job -> job.pool().isEmpty(), "", "  Jobs without a NodeSet");
    }

    private static void jobs(PlainText out, ScalingDemand demand, Predicate<JobExplanation> filter, String... heading) {
        List<JobExplanation> jobs = demand.jobs().stream().filter(filter).toList();
        if (jobs.isEmpty()) {
            return;
        }
        Stream.of(heading).forEach(out::line);
        out.table(
                "    ",
                JsonDocument.tree(
                        jobs.stream().limit(MAX_JOBS).map(DemandJson::job).toList()),
                "JOBID {jobId}",
                "PARTITION {partition}",
                "CLASS {class}",
                "REASON {reason}",
                "TASKS {tasks}",
                "COUNTED {counted}",
                "NODES {nodes}",
                "WHY {why}");
        out.more("    ", jobs.size() - MAX_JOBS, "");
    }
}
