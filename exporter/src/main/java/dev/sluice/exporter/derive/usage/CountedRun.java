package dev.sluice.exporter.derive.usage;

import dev.sluice.exporter.model.Tres;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A run that has not ended, and its counted part.
 *
 * @param submittedAt time of submission or requeue, in seconds since the epoch
 * @param restarts number of requeues before the run
 * @param account account, as published
 * @param user user, as published
 * @param nodeSet NodeSet of all nodes; empty if the nodes are in none or in several, or if not known
 * @param allocation allocated resources
 * @param until time until which the run is counted, in seconds since the epoch
 * @param gpuSeconds counted GPU-seconds by GPU type
 */
public record CountedRun(
        long jobId,
        long submittedAt,
        int restarts,
        String account,
        String user,
        String partition,
        String nodeSet,
        Tres allocation,
        long until,
        SortedMap<String, Double> gpuSeconds) {

    public CountedRun {
        gpuSeconds = Collections.unmodifiableSortedMap(new TreeMap<>(gpuSeconds));
    }
}
