package dev.sluice.exporter.derive.node;

import dev.sluice.exporter.derive.life.JobEnd;
import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts the ends of jobs on each node: a job on several nodes counts once on each. Nodes are counted in the order in
 * which they come, while there is room. Confined to one thread.
 */
public final class NodeEnds {

    private final int room;
    private final SortedMap<String, Counts> counted = new TreeMap<>();
    /** Nodes of the jobs that held some when they were last observed: slurmctld takes them from a job with its requeue. */
    private HeldNodes held = HeldNodes.of(List.of());

    /**
     * A way for a job to end.
     *
     * @param state one for which {@link JobState#end()} holds
     * @param quick whether it lasted for less than a minute
     */
    public record End(JobState state, boolean quick) {}

    /**
     * The ends on one node. No number ever falls.
     *
     * @param ends ends of jobs
     * @param requeues runs that ended with the job pending again
     */
    public record Counts(Map<End, Long> ends, long requeues) {

        static final Counts NONE = new Counts(Map.of(), 0);

        public Counts {
            ends = Map.copyOf(ends);
        }

        public long of(End end) {
            return ends.getOrDefault(end, 0L);
        }

        private Counts plus(End end) {
            Map<End, Long> more = new HashMap<>(ends);
            more.merge(end, 1L, Long::sum);
            return new Counts(more, requeues);
        }

        private Counts plusRequeue() {
            return new Counts(ends, requeues + 1);
        }
    }

    /**
     * Nothing yet.
     *
     * @param room how many nodes are counted
     */
    public NodeEnds(int room) {
        this.room = room;
    }

    /** Takes in the end of a run; once. */
    public void ended(JobEnd end) {
        Job job = end.job();
        switch (end.kind()) {
            case EARLIER -> {}
            case END -> {
                if (job.startedAt() > 0) {
                    End how = new End(job.base(), Run.quick(job));
                    Hostlist.visit(
                            job.nodes(), node -> count(node).ifPresent(counts -> counted.put(node, counts.plus(how))));
                }
            }
            case REQUEUE ->
                Hostlist.visit(
                        held.of(job.id()),
                        node -> count(node).ifPresent(counts -> counted.put(node, counts.plusRequeue())));
        }
    }

    private Optional<Counts> count(String node) {
        return counted.containsKey(node) || counted.size() < room
                ? Optional.of(counted.getOrDefault(node, Counts.NONE))
                : Optional.empty();
    }

    /**
     * The ends until now, by node.
     *
     * @param jobs all jobs as observed, after their ends were taken in
     * @param known nodes that have zeros before a job ends on them
     */
    public SortedMap<String, Counts> observe(List<Job> jobs, Collection<String> known) {
        known.forEach(node -> count(node).ifPresent(counts -> counted.putIfAbsent(node, counts)));
        if (room > 0) {
            held = HeldNodes.of(jobs);
        }
        return new TreeMap<>(counted);
    }
}
