package dev.sluice.exporter.derive.gpu;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.node.Node;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Compares the resources that a job holds with the resources of the job's nodes. */
final class HeldNodes {

    /** The minimum ratio of the CPU or memory share to the GPU share that counts as "far above". */
    static final double FACTOR = 2;

    private static final Comparator<Node> BY_GPUS_DESCENDING = Comparator.comparingLong(
                    (Node node) -> node.usable().gpus().total())
            .reversed()
            .thenComparing(Node::name);

    private final Job job;
    private final List<Node> nodes;
    private final boolean memoryCounts;
    private final long gpus;
    private final long nodeGpus;

    /**
     * Compares a job with all of its nodes.
     *
     * @param memoryCounts whether slurmctld allocates memory to jobs
     */
    HeldNodes(Job job, List<Node> nodes, boolean memoryCounts) {
        this.job = job;
        this.nodes = nodes.stream().sorted(BY_GPUS_DESCENDING).toList();
        this.memoryCounts = memoryCounts;
        this.gpus = job.allocation().tres().gpus().total();
        this.nodeGpus =
                nodes.stream().mapToLong(node -> node.usable().gpus().total()).reduce(0, Amounts::sum);
    }

    /**
     * Compares the requested GPUs with the nodes' GPUs: with whole nodes, Slurm allocates all CPUs and GPUs, so only
     * the request shows the need. Shards are parts of GPUs, of unknown size.
     */
    Optional<Finding> wholeNodes() {
        long requested = job.request().gpus().total();
        boolean few = nodeGpus >= FACTOR * requested;
        return nodeGpus > 0 && few && job.shape().placement().gres().isEmpty()
                ? Optional.of(Finding.of(
                        Finding.Code.WHOLE_NODE,
                        "shares its " + Finding.nodes(nodes.size()) + " with no other job, but requested " + requested
                                + " of " + Finding.count(nodeGpus, "GPU")))
                : Optional.empty();
    }

    /** If a node has no GPUs, the number of the job's CPUs on the other nodes is unknown. */
    Stream<Finding> shares() {
        if (gpus == 0 || nodes.stream().anyMatch(node -> node.usable().gpus().isEmpty())) {
            return Stream.empty();
        }
        long cpus = nodes.stream().mapToLong(node -> node.usable().cpus()).reduce(0, Amounts::sum);
        long memory =
                nodes.stream().mapToLong(node -> node.usable().memoryBytes()).reduce(0, Amounts::sum);
        long heldCpus = job.allocation().tres().cpus();
        long heldMemory = memoryCounts ? job.allocation().tres().memoryBytes() : 0;
        return Stream.of(
                        share(
                                Finding.Code.CPU_SHARE,
                                heldCpus,
                                cpus,
                                () -> heldCpus + " of " + Finding.count(cpus, "CPU")),
                        share(
                                Finding.Code.MEMORY_SHARE,
                                heldMemory,
                                memory,
                                () -> Finding.gibibytes(heldMemory) + " of " + Finding.gibibytes(memory) + " memory"))
                .flatMap(Optional::stream);
    }

    /** Compares the job's share of a resource, with the held and all amounts as a text, with its share of the GPUs. */
    private Optional<Finding> share(Finding.Code code, long held, long all, Supplier<String> amounts) {
        boolean far = all > 0 && (double) held / all >= FACTOR * gpus / nodeGpus;
        return far
                ? Optional.of(Finding.of(
                        code,
                        "holds " + amounts.get() + " of its " + Finding.nodes(nodes.size()) + " for " + gpus + " of "
                                + Finding.count(nodeGpus, "GPU")))
                : Optional.empty();
    }

    /**
     * Counts the job's nodes, nodes with the most GPUs first, until the counted nodes have room for the complete job.
     */
    Optional<Finding> spread() {
        GpuCounts sum = GpuCounts.NONE;
        long cpus = 0;
        long memory = 0;
        long tasks = 0;
        for (int needed = 1; gpus > 0 && needed < nodes.size(); needed++) {
            Node node = nodes.get(needed - 1);
            sum = sum.plus(node.usable().gpus());
            cpus = Amounts.sum(cpus, node.usable().cpus());
            memory = Amounts.sum(memory, node.usable().memoryBytes());
            tasks = Amounts.sum(tasks, tasksOn(node));
            boolean room = covers(sum)
                    && cpus >= job.allocation().tres().cpus()
                    && (!memoryCounts || memory >= job.allocation().tres().memoryBytes())
                    && tasks >= job.shape().tasks();
            if (room) {
                return Optional.of(Finding.of(
                        Finding.Code.SPREAD_NODES,
                        "holds " + Finding.count(gpus, "GPU") + " on " + nodes.size() + " nodes, but " + needed
                                + (needed == 1 ? " of these nodes is enough" : " of these nodes are enough")));
            }
        }
        return Optional.empty();
    }

    /** A task runs on one node, with all CPUs and GPUs of the task. */
    private long tasksOn(Node node) {
        long byCpus = node.usable().cpus() / Math.max(1, job.shape().cpusPerTask());
        long perTask = job.shape().gpusPerTask().total();
        return perTask == 0 ? byCpus : Math.min(byCpus, node.usable().gpus().total() / perTask);
    }

    /**
     * Returns whether the given GPUs are at least as many as the GPUs of the job, with enough GPUs of each requested
     * type.
     */
    private boolean covers(GpuCounts sum) {
        return sum.total() >= gpus
                && job.request().gpus().byType().entrySet().stream()
                        .allMatch((Map.Entry<String, Long> type) -> sum.suiting(type.getKey()) >= type.getValue());
    }
}
