package dev.sluice.exporter.metrics;

/** A destination of metrics. */
public interface Sink {

    /**
     * Replaces the previous publication of the same cluster and source. Called on the event loop, so the method must
     * not block.
     */
    void publish(Publication publication);
}
