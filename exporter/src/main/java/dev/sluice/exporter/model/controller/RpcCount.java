package dev.sluice.exporter.model.controller;

/**
 * The requests of one kind that a daemon has processed since its last reset.
 *
 * @param name message type such as {@code REQUEST_JOB_INFO}, or user name
 * @param micros total duration in microseconds
 * @param queued number of requests waiting now
 */
public record RpcCount(String name, long count, long micros, long queued, long dropped) {

    /** Returns a copy with another name. */
    public RpcCount named(String newName) {
        return new RpcCount(newName, count, micros, queued, dropped);
    }
}
