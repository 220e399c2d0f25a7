package dev.sluice.exporter.publish;

import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.metrics.cluster.LicenseMetrics;
import dev.sluice.exporter.metrics.cluster.SeriesOverLimit;
import dev.sluice.exporter.metrics.family.MetricBatch;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.controller.License;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobAllocation;
import dev.sluice.exporter.model.job.JobCounts;
import dev.sluice.exporter.model.job.JobRequest;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeResources;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.Set;

/**
 * The partitions, GPU types, generic resources, reasons and licenses that metrics name. All others count as {@code other}: one wrong record
 * could otherwise create a million series. A name stays named, because a counter must keep its name. Confined to one
 * thread.
 */
final class LabelNames {

    static final int MAX_PARTITIONS = 1_000;
    /** Until the partitions are known, a job list is their only source. */
    static final int MAX_UNCONFIRMED_PARTITIONS = 100;

    static final int MAX_REASONS = 300;
    static final int MAX_LICENSES = 300;

    /** Maximum number of names over a limit that are counted. */
    private static final int MAX_COUNTED = 10_000;

    private Optional<Set<String>> partitions = Optional.empty();
    private final Names beforePartitions = new Names(MAX_UNCONFIRMED_PARTITIONS);
    private final Names gpuTypes = new Names(GpuCounts.MAX_TYPES);
    private final Names gres = new Names(GpuCounts.MAX_TYPES);
    private final Names reasons = new Names(MAX_REASONS);
    private final Set<String> foldedPartitions = new HashSet<>();

    /** The first names, up to a limit. */
    private static final class Names {

        private final int max;
        private final Set<String> named = new HashSet<>();
        private final Set<String> folded = new HashSet<>();

        Names(int max) {
            this.max = max;
        }

        String of(String name) {
            if (named.contains(name) || (named.size() < max && named.add(name))) {
                return name;
            }
            return fold(folded, name);
        }
    }

    private static String fold(Set<String> folded, String name) {
        if (folded.size() < MAX_COUNTED) {
            folded.add(name);
        }
        return SeriesBudget.OTHER;
    }

    /** Sets the partitions that slurmctld knows, and returns the partitions that metrics name. */
    List<String> partitions(List<String> known) {
        List<String> named = known.stream().limit(MAX_PARTITIONS).toList();
        partitions = Optional.of(Set.copyOf(named));
        return named;
    }

    /** Returns the jobs of a new list with the names of metrics. */
    List<Job> jobs(List<Job> jobs) {
        List.of(beforePartitions, gpuTypes, gres, reasons).forEach(names -> names.folded.clear());
        foldedPartitions.clear();
        return new Named(jobs);
    }

    /** A view, because a copy of 100,000 jobs would need memory. */
    private final class Named extends AbstractList<Job> implements RandomAccess {

        private final List<Job> jobs;

        Named(List<Job> jobs) {
            this.jobs = jobs;
        }

        @Override
        public Job get(int index) {
            return named(jobs.get(index));
        }

        @Override
        public int size() {
            return jobs.size();
        }
    }

    private Job named(Job job) {
        List<String> names = partitionsOf(job.partitions());
        String reason =
                job.pending() ? reasons.of(job.status().reason()) : job.status().reason();
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
        return new Job(
                job.id(),
                job.status().withReason(reason),
                names,
                job.owner(),
                job.array(),
                new JobRequest(request.nodes(), request.cpus(), request.memoryBytes(), requested),
                job.shape(),
                JobAllocation.of(
                        new Tres(held.cpus(), held.memoryBytes(), held.nodes(), allocated),
                        job.allocation().nodes(),
                        job.allocation().gresDetail()),
                job.times(),
                job.hetJobId(),
                job.priority(),
                job.name(),
                job.dependency(),
                job.origin());
    }

    /** Returns the nodes with the names of metrics. */
    List<JoinedNode> nodes(List<JoinedNode> nodes) {
        return nodes.stream()
                .map(joined -> new JoinedNode(
                        named(joined.node()), joined.pod(), joined.nodeSet(), joined.kubeNode(), joined.ghost()))
                .toList();
    }

    private Node named(Node node) {
        return new Node(
                node.name(),
                node.origin(),
                node.status(),
                partitionsOf(node.partitions()),
                node.features(),
                named(node.usable()),
                named(node.allocated()),
                node.layout(),
                node.owner(),
                node.reservation(),
                node.reason(),
                node.slurmdStart(),
                node.topology());
    }

    private NodeResources named(NodeResources all) {
        return new NodeResources(
                all.cpus(), all.memoryBytes(), gpus(all.gpus()), all.gres().named(gres::of), gpus(all.shardedGpus()));
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
                LicenseMetrics.SECTION.batch(new LicenseMetrics(cluster, shown)),
                new SeriesOverLimit(cluster, Map.of(SeriesOverLimit.Kind.LICENSE, all.size() - named))));
    }

    /** Returns the numbers of names of the newest job list that count as {@code other}. */
    SeriesOverLimit folded(String cluster) {
        return new SeriesOverLimit(
                cluster,
                Map.of(
                        SeriesOverLimit.Kind.PARTITION,
                        foldedPartitions.size() + beforePartitions.folded.size(),
                        SeriesOverLimit.Kind.GPU_TYPE,
                        gpuTypes.folded.size(),
                        SeriesOverLimit.Kind.GRES,
                        gres.folded.size(),
                        SeriesOverLimit.Kind.REASON,
                        reasons.folded.size()));
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
        if (partitions.isEmpty()) {
            return beforePartitions.of(name);
        }
        return partitions.get().contains(name) ? name : fold(foldedPartitions, name);
    }

    private GpuCounts gpus(GpuCounts gpus) {
        return gpus.named(type -> type.equals(GpuCounts.UNTYPED) ? type : gpuTypes.of(type));
    }
}
