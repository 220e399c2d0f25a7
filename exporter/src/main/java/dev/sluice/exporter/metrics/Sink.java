package dev.sluice.exporter.metrics;

/** A destination of metrics. */
public interface Sink {

    /**
     * Replaces the previous publication of the publication's cluster and source. The method is called on the event loop
     * and must not block.
     */
    void publish(Publication publication);
}
