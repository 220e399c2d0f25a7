package dev.sluice.simulator;

/** Where a job record stands in a heterogeneous job whose components have consecutive job ids. */
public record HetPlace(int leaderId, int offset, int components) {
    String idSet() {
        return leaderId + "-" + (leaderId + components - 1);
    }
}
