package dev.sluice.exporter.simulate.signal;

/** A signal together with what acts on it. */
public interface Autoscaler {

    /**
     * One step of 15 seconds: reads the cluster and sets the number of every NodeSet.
     *
     * @param now seconds since the start
     * @param readable whether the source of the numbers answers
     */
    void sync(long now, boolean readable);
}
