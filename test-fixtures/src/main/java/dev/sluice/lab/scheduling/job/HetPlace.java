package dev.sluice.lab.scheduling.job;

/** The position of a job record in a heterogeneous job, whose components have consecutive job ids. */
public record HetPlace(int leaderId, int offset, int components) {}
