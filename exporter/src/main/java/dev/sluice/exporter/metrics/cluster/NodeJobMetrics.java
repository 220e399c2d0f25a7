package dev.sluice.exporter.metrics.cluster;

import dev.sluice.exporter.derive.node.BlackHoles.BlackHole;
import dev.sluice.exporter.derive.node.NodeEnds.Counts;
import dev.sluice.exporter.derive.node.NodeEnds.End;
import dev.sluice.exporter.metrics.family.ClosedLabels;
import dev.sluice.exporter.metrics.family.Scope;
import dev.sluice.exporter.metrics.family.Section;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.job.JobState;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * The metrics of ended jobs on each node, and of black holes.
 *
 * @param counts job ends by node
 */
public record NodeJobMetrics(String cluster, SortedMap<String, Counts> counts, List<BlackHole> blackHoles) {

    /**
     * Kinds of job ends that are published even if their count is 0. Other kinds are rare, and are published only if
     * their count is above 0.
     */
    private static final Set<End> ALWAYS = Set.of(
            new End(JobState.COMPLETED, false),
            new End(JobState.FAILED, false),
            new End(JobState.FAILED, true),
            new End(JobState.NODE_FAIL, false));

    private static final ClosedLabels<End> END = ClosedLabels.of(
                    "state",
                    Arrays.stream(JobState.values())
                            .filter(JobState::end)
                            .flatMap(state -> Stream.of(new End(state, false), new End(state, true)))
                            .toList(),
                    end -> end.state().label())
            .by("quick", end -> Boolean.toString(end.quick()))
            .showing(ALWAYS::contains);

    private static final Scope<NodeJobMetrics, NodeJobMetrics> CLUSTER = Scope.cluster(NodeJobMetrics::cluster);
    private static final Scope<NodeJobMetrics, Counts> NODE = CLUSTER.eachEntry(
            "node, of up to `metrics.nodes`",
            "node",
            metrics -> metrics.counts().entrySet());
    private static final Scope<NodeJobMetrics, BlackHole> BLACK_HOLE =
            CLUSTER.each("black hole, up to 100", NodeJobMetrics::blackHoles).by("node", BlackHole::node);

    public static final Section<NodeJobMetrics> SECTION = Section.of(
            "Jobs on each node",
            SlurmSource.JOBS.label(),
            "Counted as in [Job life](#job-life), for the first `metrics.nodes` nodes; a job counts on each of its "
                    + "nodes. `quick` is `true` or `false`. Only a current [black hole](#black-holes) has series.",
            NODE.counter("slurm_compute_node_job_ends_total")
                    .help("Ended jobs on a node, by state and by whether they ended within 60 seconds.")
                    .by(END)
                    .value(Counts::of),
            NODE.counter("slurm_compute_node_job_requeues_total")
                    .help("Runs on a node that ended with a requeue of the job.")
                    .value(Counts::requeues),
            BLACK_HOLE
                    .gauge("slurm_node_black_hole")
                    .help(
                            "Jobs that failed within 60 seconds on a node where no job succeeds, while other jobs of their users do not fail elsewhere.")
                    .value(hole -> hole.jobs().size()),
            BLACK_HOLE
                    .gauge("slurm_node_black_hole_users")
                    .help("Users of the jobs in slurm_node_black_hole.")
                    .value(BlackHole::users));
}
