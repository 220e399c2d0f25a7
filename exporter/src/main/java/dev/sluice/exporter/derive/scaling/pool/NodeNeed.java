package dev.sluice.exporter.derive.scaling.pool;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.Partition.CpuLimit;
import dev.sluice.exporter.model.cluster.SelectType;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobRequest;
import dev.sluice.exporter.model.job.JobShape;
import dev.sluice.exporter.model.node.NodeResources;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The resources that one job, or one task of an array, needs on the nodes of a pool.
 *
 * @param nodes minimum number of nodes
 * @param pieces number of equal pieces
 * @param together whether several pieces may share a node, because each task can run on any node on which the task fits
 * @param whole whether the job shares its nodes with no other job
 * @param piece minimum resources of one piece on a node
 * @param shape index of the shape of the nodes
 */
public record NodeNeed(long nodes, long pieces, boolean together, boolean whole, NodeResources piece, int shape) {

    /**
     * Computes the need of a job on nodes of one shape.
     *
     * @param size request of the job
     * @param terms terms of the partition and the scheduler
     * @param most maximum number of nodes of the pool
     */
    public static Fit of(Ask size, Terms terms, NodeShape node, long most) {
        boolean whole = terms.wholeNodes()
                || size.shape().wholeNodes()
                || terms.select().unit() == SelectType.Unit.NODE;
        return new Measure(size, terms, node).fit(whole, most);
    }

    /** Without a template, the need is known only for a job that requests nodes and at most one CPU of each node. */
    public static Fit ofUnknownNode(Ask size) {
        JobShape shape = size.shape();
        JobRequest request = size.request();
        long nodes = Math.max(1, shape.minimumNodes());
        boolean plain = shape.tasks() <= nodes
                && shape.cpusPerTask() <= 1
                && request.gpus().isEmpty()
                && shape.features().isEmpty();
        return plain
                ? Fit.of(new NodeNeed(nodes, nodes, false, true, NodeResources.NONE, 0))
                : Fit.impossible(UnsatisfiableCause.UNKNOWN_SHAPE);
    }

    /** Returns the need of the rest of the job if the job has some nodes already. */
    public NodeNeed beyond(long held) {
        long rest = Math.max(0, nodes - held);
        long restPieces = Amounts.ceilingOf(Amounts.product(pieces, rest), nodes);
        return new NodeNeed(rest, restPieces, together, whole, piece, shape);
    }

    /** Returns this need on nodes of the shape with an index. */
    public NodeNeed onShape(int index) {
        return new NodeNeed(nodes, pieces, together, whole, piece, index);
    }

    /** Returns this need for a job that does not share its nodes. */
    public NodeNeed onWholeNodes() {
        return new NodeNeed(nodes, nodes, false, true, piece, shape);
    }

    /**
     * The properties of a job that determine its need.
     *
     * @param slurmNodes Slurm's estimate of the number of nodes
     */
    public record Ask(JobShape shape, JobRequest request, long slurmNodes) {

        public static Ask of(Job job) {
            return new Ask(job.shape(), job.request(), job.slurmNodes());
        }

        /** Returns whether Slurm's estimate of the number of nodes must be used. */
        public boolean isGuessed() {
            return !shape.licenses().isEmpty()
                    || shape.coreSpecialization()
                    || !shape.gpusPerSocket().isEmpty();
        }
    }

    /**
     * The terms of a partition and the scheduler, in addition to a job's request.
     *
     * @param wholeNodes whether the partition allocates whole nodes to every job
     * @param cpuLimit CPUs of a node that all jobs of the partition can use together
     * @param partition name of a partition with such a limit; empty otherwise
     * @param jobsPerCpu number of jobs that can share a CPU
     * @param select SelectType and SelectTypeParameters of slurmctld
     */
    public record Terms(boolean wholeNodes, CpuLimit cpuLimit, String partition, long jobsPerCpu, SelectType select) {

        /** Returns the terms of a partition; a limit on the CPUs of its jobs counts by itself for each job. */
        public static Terms of(Partition partition, SelectType select) {
            return new Terms(partition.wholeNodes(), partition.cpuLimit(), "", partition.jobsPerCpu(), select);
        }

        /** Returns these terms if all jobs of the partition share the limit on CPUs. */
        public Terms shared(String name) {
            return new Terms(wholeNodes, cpuLimit, name, jobsPerCpu, select);
        }

        /** Returns the resource name for the CPUs of a node that a partition can use; no generic resource has it. */
        public static String cpusOf(String partition) {
            return "partition/" + partition;
        }
    }

    /** The need of a job, or why the job cannot run. */
    public record Fit(Optional<NodeNeed> need, Optional<UnsatisfiableCause> cause) {

        static Fit of(NodeNeed need) {
            return new Fit(Optional.of(need), Optional.empty());
        }

        static Fit impossible(UnsatisfiableCause cause) {
            return new Fit(Optional.empty(), Optional.of(cause));
        }
    }

    /** Computes how many nodes of one shape a job needs. */
    private static final class Measure {

        private final Ask size;
        private final JobShape shape;
        private final JobRequest request;
        private final GpuCounts nodeGpus;
        private final long nodeCpus;
        private final long nodeMemory;
        private final NodeShape node;
        private final long tasks;
        private final long cpusPerTask;
        private final long memoryPerTask;
        private final CoreCount cores;
        private final Terms terms;
        private final GresCounts gres;
        private long nodes;
        private UnsatisfiableCause limit = UnsatisfiableCause.TOO_MANY_NODES;

        Measure(Ask size, Terms terms, NodeShape node) {
            this.size = size;
            this.shape = size.shape();
            this.request = size.request();
            this.node = node;
            this.nodeGpus = node.capacity().gpus();
            this.terms = terms;
            this.gres = terms.select().sharesOfSeveralGpus()
                    ? shape.placement().gres()
                    : node.capacity().gres().onOneGpu(shape.placement().gres());
            this.nodeCpus = Math.min(
                    node.capacity().cpus() > 0 ? node.capacity().cpus() : Long.MAX_VALUE,
                    terms.cpuLimit().of(node.layout()));
            this.nodeMemory =
                    node.capacity().memoryBytes() > 0 ? node.capacity().memoryBytes() : Long.MAX_VALUE;
            // If a job overcommits (-O), Slurm counts fewer CPUs than tasks.
            this.tasks = Math.max(1, request.cpus() > 0 ? Math.min(shape.tasks(), request.cpus()) : shape.tasks());
            this.cpusPerTask = Math.max(1, shape.cpusPerTask());
            this.cores = new CoreCount(node.layout(), shape.placement(), cpusPerTask, terms.select());
            this.memoryPerTask = Amounts.product(Math.max(0, shape.memoryPerCpuBytes()), cpusPerTask);
            this.nodes = Math.max(1, shape.minimumNodes());
        }

        Fit fit(boolean whole, long most) {
            Optional<UnsatisfiableCause> never = tooLarge();
            if (never.isPresent()) {
                return Fit.impossible(never.get());
            }
            countNodes();
            OptionalLong allowed = shape.placement().nodesFrom(nodes);
            if (allowed.isEmpty()) {
                return Fit.impossible(limit);
            }
            nodes = allowed.getAsLong();
            if (shape.maximumNodes() > 0 && shape.maximumNodes() < nodes) {
                return Fit.impossible(limit);
            }
            if (size.isGuessed()) {
                // The estimate must not make a job impossible that is possible without the estimate.
                long guess = Math.min(size.slurmNodes(), most);
                long accepted = shape.maximumNodes() > 0 ? Math.min(guess, shape.maximumNodes()) : guess;
                nodes = Math.max(nodes, accepted);
            }
            return Fit.of(need(whole));
        }

        private Optional<UnsatisfiableCause> tooLarge() {
            if (!FeatureExpression.isMet(shape.features(), node.features())) {
                return Optional.of(UnsatisfiableCause.FEATURE_UNKNOWN);
            }
            if (!hasGpus(shape.gpusPerNode(), true)
                    || !hasGpus(shape.gpusPerTask(), true)
                    || !hasGpus(request.gpus(), false)) {
                return Optional.of(UnsatisfiableCause.NO_MATCHING_GPU);
            }
            if (!node.capacity().gres().covers(gres)) {
                return Optional.of(UnsatisfiableCause.NO_MATCHING_GRES);
            }
            if (cores.tasksOn(nodeCpus) < 1 || shape.minimumCpusPerNode() > nodeCpus) {
                return Optional.of(UnsatisfiableCause.CPU_TOO_LARGE);
            }
            if (memoryPerTask > nodeMemory || shape.memoryPerNodeBytes() > nodeMemory) {
                return Optional.of(UnsatisfiableCause.MEMORY_TOO_LARGE);
            }
            return Optional.empty();
        }

        /** Returns whether the node has GPUs of these types and, if all GPUs must be on one node, enough GPUs. */
        private boolean hasGpus(GpuCounts asked, boolean all) {
            for (Map.Entry<String, Long> gpus : asked.byType().entrySet()) {
                long there = nodeGpus.suiting(gpus.getKey());
                if (there == 0 || (all && there < gpus.getValue())) {
                    return false;
                }
            }
            return !all || asked.total() <= nodeGpus.total();
        }

        private void countNodes() {
            if (shape.tasksPerNode() > 0) {
                atLeast(Math.max(1, shape.tasks()), shape.tasksPerNode(), UnsatisfiableCause.CPU_TOO_LARGE);
            }
            atLeast(tasks, cores.tasksOn(nodeCpus), UnsatisfiableCause.CPU_TOO_LARGE);
            if (memoryPerTask > 0) {
                atLeast(tasks, nodeMemory / memoryPerTask, UnsatisfiableCause.MEMORY_TOO_LARGE);
            }
            shape.gpusPerTask()
                    .byType()
                    .forEach((type, count) ->
                            atLeast(tasks, nodeGpus.suiting(type) / count, UnsatisfiableCause.NO_MATCHING_GPU));
            atLeast(request.cpus(), cores.usableOf(nodeCpus), UnsatisfiableCause.CPU_TOO_LARGE);
            atLeast(request.memoryBytes(), nodeMemory, UnsatisfiableCause.MEMORY_TOO_LARGE);
            request.gpus()
                    .byType()
                    .forEach((type, count) ->
                            atLeast(count, nodeGpus.suiting(type), UnsatisfiableCause.NO_MATCHING_GPU));
            atLeast(request.gpus().total(), nodeGpus.total(), UnsatisfiableCause.NO_MATCHING_GPU);
        }

        private void atLeast(long amount, long ofOneNode, UnsatisfiableCause cause) {
            long least = Amounts.ceilingOf(amount, Math.max(1, ofOneNode));
            if (least > nodes) {
                nodes = least;
                limit = cause;
            }
        }

        private NodeNeed need(boolean whole) {
            boolean spreads = nodes > shape.minimumNodes()
                    && shape.placement().nodeCounts().isEmpty()
                    && (shape.maximumNodes() == 0 || shape.maximumNodes() >= tasks)
                    && shape.tasksPerNode() == 0
                    && cores.tasksPerNode() == Long.MAX_VALUE
                    && shape.placement().gres().isEmpty()
                    && shape.memoryPerNodeBytes() == 0
                    && shape.gpusPerNode().isEmpty()
                    && shape.gpusPerJob().isEmpty()
                    && shape.gpusPerSocket().isEmpty()
                    && (request.gpus().isEmpty() || !shape.gpusPerTask().isEmpty())
                    && shape.licenses().isEmpty()
                    && !shape.coreSpecialization();
            return spreads && !whole ? spread() : new NodeNeed(nodes, nodes, false, whole, evenShare(), 0);
        }

        /**
         * Places each task on any node on which the task fits. Tasks that share a core stay together, because the job
         * gets the complete core.
         */
        private NodeNeed spread() {
            long together = shape.gpusPerTask().isEmpty() ? Math.min(tasks, cores.tasksOfOneCore()) : 1;
            long cpus = together > 1 ? cores.cpusOf(together) : cores.cpusOfNextTask();
            long memory = Math.max(Amounts.product(memoryPerTask, together), memoryByCpu(cpus));
            return new NodeNeed(
                    nodes,
                    Amounts.ceilingOf(tasks, together),
                    true,
                    false,
                    capacity(cpus, memory, shape.gpusPerTask()),
                    0);
        }

        /** Returns an equal share of the job for each of its nodes, at most a complete node. */
        private NodeResources evenShare() {
            long tasksHere = Amounts.ceilingOf(tasks, nodes);
            long cpus = Math.max(
                    Math.max(cores.cpusOf(tasksHere), cores.cpusFor(Amounts.ceilingOf(request.cpus(), nodes))),
                    cores.cpusFor(shape.minimumCpusPerNode()));
            long memory = Math.max(
                    Math.max(shape.memoryPerNodeBytes(), memoryByCpu(cpus)),
                    Amounts.ceilingOf(Math.max(0, request.memoryBytes()), nodes));
            // Without a number of nodes, slurmctld counts the GPUs of one node in the total.
            GpuCounts gpus = shape.gpusPerNode();
            Map<String, Long> totals = gpus.isEmpty() ? request.gpus().byType() : Map.of();
            for (Map.Entry<String, Long> total : totals.entrySet()) {
                gpus = gpus.plus(GpuCounts.of(total.getKey(), Amounts.ceilingOf(total.getValue(), nodes)));
            }
            return capacity(Math.min(cpus, nodeCpus), Math.min(memory, nodeMemory), gpus);
        }

        private NodeResources capacity(long cpus, long memory, GpuCounts gpus) {
            NodeResources capacity = new NodeResources(
                    Amounts.ceilingOf(cpus, terms.jobsPerCpu()), terms.select().memory() ? memory : 0, gpus, gres);
            return terms.partition().isEmpty()
                    ? capacity
                    : capacity.with(GresCounts.of(Terms.cpusOf(terms.partition()), cpus));
        }

        /** Returns the memory that a job with memory per CPU gets with these CPUs. */
        private long memoryByCpu(long cpus) {
            return Amounts.product(Math.max(0, shape.memoryPerCpuBytes()), cores.cpusWithMemory(cpus));
        }
    }
}
