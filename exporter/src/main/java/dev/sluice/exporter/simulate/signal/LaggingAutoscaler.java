package dev.sluice.exporter.simulate.signal;

import java.util.List;
import java.util.OptionalLong;

/**
 * An autoscaler whose clocks differ, as in a cluster: the exporter polls Slurm every 15 seconds, the adapter reads the
 * exporter every 5 seconds, and the HPA reads the adapter every 15 seconds. So the HPA's number is 10 seconds old.
 */
abstract class LaggingAutoscaler implements Autoscaler {

    private static final long INTERVAL = 15;
    private static final long POLL = 10;
    private static final long HPA = 5;

    private List<OptionalLong> exporter = List.of();
    private List<OptionalLong> adapter = List.of();

    @Override
    public final void sync(long now, boolean readable) {
        adapter = exporter;
        if (now % INTERVAL == POLL) {
            exporter = poll(now, readable);
        }
        if (now % INTERVAL == HPA) {
            for (int set = 0; set < adapter.size(); set++) {
                scale(now, set, adapter.get(set));
            }
        }
    }

    /**
     * Reads the cluster.
     *
     * @param readable true if slurmrestd responds
     * @return number of each NodeSet
     */
    abstract List<OptionalLong> poll(long now, boolean readable);

    /** Sets the replicas of a NodeSet. */
    abstract void scale(long now, int set, OptionalLong number);
}
