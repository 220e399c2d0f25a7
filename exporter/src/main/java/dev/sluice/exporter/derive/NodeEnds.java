package dev.sluice.exporter.derive;

import dev.sluice.exporter.derive.JobLife.JobEnd;
import dev.sluice.exporter.model.Amounts;
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
 * Counts job ends by node; a job on several nodes counts once on each node. Counts the ends only for a limited number
 * of nodes: the nodes that appear first. Confined to one thread.
 */
public final class NodeEnds {

    private final int max;
    private final SortedMap<String, Counts> counted = new TreeMap<>();
    /** The jobs with nodes in the last list: slurmctld removes the nodes from the job's record at a requeue. */
    private List<Job> last = List.of();

    /** Nodes of each job in the last job list; empty until the first requeue, because most lists show none. */
    private Map<Long, String> held = Map.of();

    /**
     * How a job ended.
     *
     * @param state an end state ({@link JobState#end()})
     * @param quick true if the job lasted for less than a minute
     */
    public record End(JobState state, boolean quick) {}

    /**
     * The number of job ends on one node. The counts never decrease.
     *
     * @param ends job ends by kind
     * @param requeues runs that ended in a requeue
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
            more.merge(end, 1L, Amounts::sum);
            return new Counts(more, requeues);
        }

        private Counts plusRequeue() {
            return new Counts(ends, requeues + 1);
        }
    }

    /** @param max maximum number of nodes to count */
    public NodeEnds(int max) {
        this.max = max;
    }

    /** Records the end of a run. Call once for each end. */
    public void ended(JobEnd end) {
        Job job = end.job();
        switch (end.kind()) {
            case EARLIER -> {}
            case END -> {
                if (job.times().startedAt() > 0) {
                    End how = new End(job.status().base(), Run.quick(job));
                    Hostlist.names(job.allocation().nodes())
                            .forEach(node -> count(node).ifPresent(counts -> counted.put(node, counts.plus(how))));
                }
            }
            case REQUEUE ->
                Hostlist.names(heldBefore(job))
                        .forEach(node -> count(node).ifPresent(counts -> counted.put(node, counts.plusRequeue())));
        }
    }

    private String heldBefore(Job job) {
        if (held.isEmpty()) {
            held = new HashMap<>();
            last.forEach(each -> held.put(each.id(), each.allocation().nodes()));
        }
        return held.getOrDefault(job.id(), "");
    }

    private Optional<Counts> count(String node) {
        return counted.containsKey(node) || counted.size() < max
                ? Optional.of(counted.getOrDefault(node, Counts.NONE))
                : Optional.empty();
    }

    /**
     * Returns the counts by node.
     *
     * @param jobs all jobs; call {@link #ended} for the ends of jobs first
     * @param known nodes to include from the start, before any job ends on these nodes
     */
    public SortedMap<String, Counts> observe(List<Job> jobs, Collection<String> known) {
        known.forEach(node -> count(node).ifPresent(counts -> counted.putIfAbsent(node, counts)));
        last = max > 0 ? jobs.stream().filter(Job::holdsNodes).toList() : List.of();
        held = Map.of();
        return new TreeMap<>(counted);
    }
}
