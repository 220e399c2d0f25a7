package dev.sluice.common.scheduling.job;

/** Where a job record stands in a heterogeneous job whose components have consecutive job ids. */
public record HetPlace(int leaderId, int offset, int components) {}
