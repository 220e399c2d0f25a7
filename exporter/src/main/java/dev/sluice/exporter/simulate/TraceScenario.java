package dev.sluice.exporter.simulate;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.simulate.slurm.JobSpec;
import dev.sluice.exporter.simulate.slurm.JobSpec.Request;
import dev.sluice.exporter.simulate.slurm.NodeSetSpec;
import dev.sluice.exporter.simulate.slurm.NodeType;
import dev.sluice.exporter.simulate.swf.SwfJob;
import dev.sluice.exporter.simulate.swf.SwfTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/** The history of a site as a scenario: one NodeSet, no GPUs, jobs in the order of submission. */
final class TraceScenario {

    /** Time for the queue to run empty after the last job could have ended. */
    private static final long AFTER = 6 * PublishedScenarios.HOUR;

    private TraceScenario() {}

    /**
     * What the replay should be like; what is empty comes from the trace's header.
     *
     * @param max the most nodes
     * @param cpusPerNode processors of a node
     * @param min the least nodes
     * @param startDelay seconds until a new node can take work
     */
    record Shape(OptionalInt max, OptionalInt cpusPerNode, int min, long startDelay) {}

    static Scenario of(String name, SwfTrace trace, Shape shape) {
        int cpus = shape.cpusPerNode().orElse(cpusPerNode(trace));
        List<JobSpec> jobs = new ArrayList<>();
        long horizon = 0;
        int largest = 1;
        for (SwfJob job : trace.jobs()) {
            Request request = request(job.processors(), cpus);
            // Job numbers of a trace need not be unique, places on the list are.
            jobs.add(JobSpec.of(jobs.size() + 1, job.submitAt(), "batch", request, job.runtime())
                    .withLimit(job.timeLimit()));
            horizon = Math.max(horizon, job.submitAt() + job.runtime());
            largest = Math.max(largest, request.nodes());
        }
        int max = shape.max().orElse(trace.headerNumber("MaxNodes").orElse(largest));
        NodeType type = new NodeType("batch", List.of("batch"), cpus, GpuCounts.NONE, Set.of());
        NodeSetSpec set = new NodeSetSpec(type, Math.min(shape.min(), max), shape.min(), max, shape.startDelay());
        String title = jobs.size() + " jobs, at most " + max + " nodes of " + cpus + " CPUs";
        return new Scenario(name, title, List.of(set), jobs, horizon + AFTER, Scenario.Trouble.NONE, Scenario.USUAL);
    }

    private static int cpusPerNode(SwfTrace trace) {
        int nodes = trace.headerNumber("MaxNodes").orElse(0);
        int processors = trace.headerNumber("MaxProcs").orElse(0);
        return nodes > 0 && processors > nodes ? processors / nodes : 1;
    }

    /** Less than a node is shared; more is whole nodes. */
    private static Request request(int processors, int cpusPerNode) {
        return processors < cpusPerNode
                ? Request.oneNode(processors, GpuCounts.NONE)
                : Request.wholeNodes((processors + cpusPerNode - 1) / cpusPerNode);
    }
}
