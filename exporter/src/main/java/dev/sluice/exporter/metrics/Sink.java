package dev.sluice.exporter.metrics;

/** Somewhere that metrics are published to. */
public interface Sink {

    /** Replaces what the same cluster and source published before. Called on the event loop: must not block. */
    void publish(Publication publication);
}
