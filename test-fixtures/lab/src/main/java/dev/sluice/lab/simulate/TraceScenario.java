package dev.sluice.lab.simulate;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.lab.simulate.history.History;
import dev.sluice.lab.simulate.history.HistoryException;
import dev.sluice.lab.simulate.history.HistoryJob;
import dev.sluice.lab.simulate.slurm.JobSpec;
import dev.sluice.lab.simulate.slurm.JobSpec.Request;
import dev.sluice.lab.simulate.slurm.NodeSetSpec;
import dev.sluice.lab.simulate.slurm.NodeType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * Converts a site's job history to a scenario with the history's jobs and submit times. The jobs run on a single
 * NodeSet or on given NodeSets.
 */
final class TraceScenario {

    /** Time for the queue to drain after the earliest possible end of the last job. */
    private static final long AFTER = 6 * PublishedScenarios.HOUR;

    private static final String ONLY = "batch";

    private TraceScenario() {}

    /**
     * The single NodeSet for all jobs. Empty values come from the trace.
     *
     * @param max maximum number of nodes
     * @param cpusPerNode CPUs per node
     * @param min minimum number of nodes
     * @param startDelay seconds until a new node can run jobs
     */
    record Shape(OptionalInt max, OptionalInt cpusPerNode, int min, long startDelay) {}

    /**
     * Random node failures and random start delays.
     *
     * @param failures node failures; empty for a simulation without failures
     * @param seed seed for failures and start delays
     */
    record Chance(Optional<Failures> failures, long seed) {

        /** Returns a copy of the scenario with these failures and start delays. */
        Scenario on(Scenario certain) {
            List<NodeSetSpec> sets =
                    certain.sets().stream().map(set -> set.seeded(seed)).toList();
            List<Scenario.Failure> failing = failures.map(found -> found.of(sets, certain.horizon(), seed))
                    .orElse(List.of());
            return certain.with(sets, new Scenario.Trouble(List.of(), failing, List.of()));
        }
    }

    /**
     * Places all jobs on one NodeSet. For each GPU type, a node of this NodeSet has the maximum number of GPUs that a
     * job had on one node.
     */
    static Scenario of(String name, History history, Shape shape) {
        int cpus = shape.cpusPerNode().orElse(cpusPerNode(history));
        GpuCounts gpus = GpuCounts.NONE;
        int largest = 1;
        for (HistoryJob job : history.jobs()) {
            Request request = request(job, cpus);
            GpuCounts more = request.gpus().minus(gpus);
            gpus = gpus.plus(more);
            largest = Math.max(largest, request.nodes());
        }
        int max = shape.max().orElse(history.maxNodes().orElse(largest));
        NodeType type = new NodeType(ONLY, List.of(ONLY), cpus, gpus, Set.of(), 0);
        NodeSetSpec set = new NodeSetSpec(type, Math.min(shape.min(), max), shape.min(), max, shape.startDelay());
        List<JobSpec> jobs = new ArrayList<>();
        for (HistoryJob job : history.jobs()) {
            jobs.add(spec(jobs.size() + 1L, job, ONLY, request(job, cpus)));
        }
        String title = jobs.size() + " jobs, at most " + max + " nodes of " + cpus + " CPUs";
        return scenario(name, title, List.of(set), jobs);
    }

    /**
     * Places each job in its own partition.
     *
     * @throws HistoryException if no NodeSet belongs to a job's partition
     */
    static Scenario of(String name, History history, List<NodeSetSpec> sets) throws HistoryException {
        List<JobSpec> jobs = new ArrayList<>();
        Set<String> unknown = new TreeSet<>();
        for (HistoryJob job : history.jobs()) {
            long cpus = sets.stream()
                    .map(NodeSetSpec::type)
                    .filter(type -> type.partitions().contains(job.partition()))
                    .mapToLong(NodeType::cpus)
                    .max()
                    .orElse(0);
            if (cpus == 0) {
                unknown.add(job.partition().isEmpty() ? "(none)" : job.partition());
            } else {
                jobs.add(spec(jobs.size() + 1L, job, job.partition(), request(job, (int) cpus)));
            }
        }
        if (!unknown.isEmpty()) {
            throw new HistoryException(name + ": no --node-set has partition " + String.join(", ", unknown)
                    + ", in which jobs ran; add it to one, or remove these jobs from the file");
        }
        return scenario(name, jobs.size() + " jobs on " + sets.size() + " NodeSets", sets, jobs);
    }

    private static Scenario scenario(String name, String title, List<NodeSetSpec> sets, List<JobSpec> jobs) {
        long end = jobs.stream()
                .mapToLong(job -> job.submitAt() + job.runtime())
                .max()
                .orElse(0);
        return new Scenario(name, title, sets, jobs, end + AFTER, Scenario.Trouble.NONE, Scenario.USUAL);
    }

    /** Uses the position in the trace as job id, because a trace may repeat a job number. */
    private static JobSpec spec(long id, HistoryJob job, String partition, Request request) {
        return JobSpec.of(id, job.submitAt(), partition, request, job.runtime())
                .withLimit(job.timeLimit())
                .by(job.user());
    }

    private static int cpusPerNode(History history) {
        int nodes = history.maxNodes().orElse(0);
        int processors = history.maxProcessors().orElse(0);
        if (nodes > 0 && processors > nodes) {
            return processors / nodes;
        }
        // sacct reports the number of nodes of each job. A node has at least as many CPUs as the largest number of CPUs
        // that a job used per node.
        return (int) history.jobs().stream()
                .filter(job -> job.nodes() > 0)
                .mapToLong(job -> ceiling(job.cpus(), job.nodes()))
                .max()
                .orElse(1);
    }

    /**
     * Returns a request for a part of a node if the job does not need a whole node. Otherwise, returns a request for
     * whole nodes.
     */
    private static Request request(HistoryJob job, int cpusPerNode) {
        int nodes = job.nodes() > 0 ? job.nodes() : (int) ceiling(job.cpus(), cpusPerNode);
        long cpus = ceiling(job.cpus(), nodes);
        if (cpus >= cpusPerNode) {
            return new Request(nodes, 0, onEach(job.gpus(), nodes), "");
        }
        return new Request(nodes, cpus, onEach(job.gpus(), nodes), "");
    }

    private static GpuCounts onEach(GpuCounts gpus, int nodes) {
        GpuCounts each = GpuCounts.NONE;
        for (var type : gpus.byType().entrySet()) {
            each = each.plus(GpuCounts.of(type.getKey(), ceiling(type.getValue(), nodes)));
        }
        return each;
    }

    private static long ceiling(long amount, long parts) {
        return (amount + parts - 1) / parts;
    }
}
