package dev.sluice.exporter.publish;

import dev.sluice.exporter.derive.FirstComers;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.metrics.ControllerMetrics;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.Section.Listed;
import dev.sluice.exporter.metrics.SeriesOverLimit;
import dev.sluice.exporter.metrics.SeriesOverLimit.Kind;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.cluster.License;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.Job.JobAllocation;
import dev.sluice.exporter.model.job.JobCounts;
import dev.sluice.exporter.model.job.JobRequest;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeResources;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The partitions, GPU types, generic resources, reasons and licenses that metrics name. All others count as {@code
 * other}: one wrong record could otherwise create a million series. A name stays named, because a counter must keep its
 * name. Confined to one thread.
 */
final class LabelNames {

    static final int MAX_PARTITIONS = 1_000;
    /** Until the partitions are known, a job list is their only source. */
    static final int MAX_UNCONFIRMED_PARTITIONS = 100;

    static final int MAX_REASONS = 300;
    static final int MAX_LICENSES = 300;

    private FirstComers<String> partitions = new FirstComers<>(MAX_UNCONFIRMED_PARTITIONS, Set.of());
    private final FirstComers<String> gpuTypes = new FirstComers<>(GpuCounts.MAX_TYPES, Set.of());
    private final FirstComers<String> gres = new FirstComers<>(GpuCounts.MAX_TYPES, Set.of());
    private final FirstComers<String> reasons = new FirstComers<>(MAX_REASONS, Set.of());

    /** Sets the partitions that slurmctld knows, and returns the partitions that metrics name. */
    List<String> partitions(List<String> known) {
        List<String> named = known.stream().limit(MAX_PARTITIONS).toList();
        partitions = new FirstComers<>(0, named);
        return named;
    }

    /** Returns the jobs of a new list with the names of metrics. */
    List<Job> jobs(List<Job> jobs) {
        List.of(partitions, gpuTypes, gres, reasons).forEach(FirstComers::forgetFolded);
        return jobs.stream().map(this::named).toList();
    }

    private Job named(Job job) {
        List<String> names = partitionsOf(job.partitions());
        String reason = job.pending()
                ? named(reasons, job.status().reason())
                : job.status().reason();
        GpuCounts requested = gpus(job.request().gpus());
        Tres held = job.allocation().tres();
        GpuCounts allocated = gpus(held.gpus());
        if (names.equals(job.partitions())
                && reason.equals(job.status().reason())
                && requested.equals(job.request().gpus())
                && allocated.equals(held.gpus())) {
            return job;
        }
        JobRequest request = job.request();
        return job.with(
                job.status().withReason(reason),
                names,
                new JobRequest(request.nodes(), request.cpus(), request.memoryBytes(), requested),
                JobAllocation.of(
                        new Tres(held.cpus(), held.memoryBytes(), held.nodes(), allocated),
                        job.allocation().nodes(),
                        job.allocation().gresDetail()));
    }

    /** Returns the nodes with the names of metrics. */
    List<JoinedNode> nodes(List<JoinedNode> nodes) {
        return nodes.stream()
                .map(joined -> new JoinedNode(
                        named(joined.node()), joined.pod(), joined.nodeSet(), joined.kubeNode(), joined.ghost()))
                .toList();
    }

    private Node named(Node node) {
        return node.with(partitionsOf(node.partitions()), named(node.usable()), named(node.allocated()));
    }

    private NodeResources named(NodeResources all) {
        return new NodeResources(
                all.cpus(),
                all.memoryBytes(),
                gpus(all.gpus()),
                all.gres().named(name -> named(gres, name)),
                gpus(all.shardedGpus()));
    }

    /** Returns slurmctld's counts with the names of metrics. */
    JobCounts counts(JobCounts counts) {
        Map<String, Map<JobState, Long>> sums = new HashMap<>();
        counts.partitions().forEach((name, jobs) -> {
            Map<JobState, Long> sum = sums.computeIfAbsent(partition(name), unused -> new EnumMap<>(JobState.class));
            jobs.forEach((state, number) -> sum.merge(state, number, Amounts::sum));
        });
        return new JobCounts(counts.cluster(), sums, counts.users(), counts.accounts(), counts.records());
    }

    /** Returns the metrics of the licenses up to the limit, and of the sum of the others. */
    static MetricBatch licenses(String cluster, List<License> all) {
        int named = Math.min(all.size(), MAX_LICENSES);
        List<License> shown = new ArrayList<>(all.subList(0, named));
        all.subList(named, all.size()).stream()
                .reduce(License::plus)
                .map(License::other)
                .ifPresent(shown::add);
        return MetricBatch.of(List.of(
                ControllerMetrics.LICENSES.batch(new Listed<>(cluster, shown)),
                new SeriesOverLimit(cluster, Map.of(Kind.LICENSE, all.size() - named))));
    }

    /** Returns the numbers of names of the newest job list that count as {@code other}. */
    SeriesOverLimit folded(String cluster) {
        return new SeriesOverLimit(
                cluster,
                Map.of(
                        Kind.PARTITION,
                        partitions.folded(),
                        Kind.GPU_TYPE,
                        gpuTypes.folded(),
                        Kind.GRES,
                        gres.folded(),
                        Kind.REASON,
                        reasons.folded()));
    }

    private List<String> partitionsOf(List<String> names) {
        for (String name : names) {
            if (!partition(name).equals(name)) {
                return names.stream().map(this::partition).distinct().toList();
            }
        }
        return names;
    }

    private String partition(String name) {
        return named(partitions, name);
    }

    private static String named(FirstComers<String> names, String name) {
        return names.named(name, SeriesBudget.OTHER);
    }

    private GpuCounts gpus(GpuCounts gpus) {
        return gpus.named(type -> type.equals(GpuCounts.UNTYPED) ? type : named(gpuTypes, type));
    }
}
