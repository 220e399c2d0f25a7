package dev.sluice.lab.simulate.signal;

/** An autoscaler that follows a signal. */
public interface Autoscaler {

    /**
     * Runs one step of 5 seconds: reads the cluster or sets the replicas of every NodeSet.
     *
     * @param now seconds since the start
     * @param readable true if slurmrestd responds
     */
    void sync(long now, boolean readable);
}
