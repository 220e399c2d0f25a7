package dev.sluice.exporter.model.cluster;

import java.util.OptionalLong;

/**
 * What is to be shown of a partition.
 *
 * @param nodes TotalNodes
 * @param cpus TotalCPUs
 * @param maxSeconds MaxTime, the longest that one job may run; empty where unlimited
 * @param qos the QOS whose limits hold for all of it; empty where none
 */
public record PartitionFacts(long nodes, long cpus, OptionalLong maxSeconds, String qos) {

    static final PartitionFacts UNKNOWN = new PartitionFacts(0, 0, OptionalLong.empty(), "");
}
