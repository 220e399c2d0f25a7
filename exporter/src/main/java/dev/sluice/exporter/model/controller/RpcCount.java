package dev.sluice.exporter.model.controller;

/**
 * Requests of one kind that a daemon has dealt with since it began to count.
 *
 * @param name message type such as {@code REQUEST_JOB_INFO}, or user
 * @param count how many
 * @param micros how long they took together, microseconds
 * @param queued how many wait now
 * @param dropped how many were dropped
 */
public record RpcCount(String name, long count, long micros, long queued, long dropped) {

    /** The same under another name. */
    public RpcCount named(String newName) {
        return new RpcCount(newName, count, micros, queued, dropped);
    }
}
