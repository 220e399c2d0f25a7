package dev.sluice.lab.simulate.signal;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * The clocks of an autoscaler, which differ as in a cluster: the exporter polls Slurm every 15 seconds, the adapter
 * reads the exporter every 5 seconds, and the HPA reads the adapter every 15 seconds. So the HPA's numbers are 10
 * seconds old.
 */
final class Clocks {

    private static final long INTERVAL = 15;
    private static final long POLL = 10;
    private static final long HPA = 5;

    private List<OptionalLong> exporter = List.of();
    private List<OptionalLong> adapter = List.of();

    /** Sets the replicas of a NodeSet. */
    interface Scaler {
        void scale(int set, OptionalLong number);
    }

    /**
     * Runs one step of 5 seconds.
     *
     * @param poll reads the cluster and returns the number of each NodeSet
     */
    void step(long now, Supplier<List<OptionalLong>> poll, Scaler hpa) {
        adapter = exporter;
        if (now % INTERVAL == POLL) {
            exporter = poll.get();
        }
        if (now % INTERVAL == HPA) {
            for (int set = 0; set < adapter.size(); set++) {
                hpa.scale(set, adapter.get(set));
            }
        }
    }
}
