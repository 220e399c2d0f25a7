package dev.sluice.exporter.simulate.swf;

/**
 * A job of a trace that ran.
 *
 * @param number its number in the trace
 * @param submitAt seconds since the trace begins
 * @param runtime for how long it ran, in seconds; at least 1
 * @param timeLimit for how long it asked to run, in seconds, and at least as long as it did
 * @param processors how many processors it had
 */
public record SwfJob(long number, long submitAt, long runtime, long timeLimit, int processors) {}
