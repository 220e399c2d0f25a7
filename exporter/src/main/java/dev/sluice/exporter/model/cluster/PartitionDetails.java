package dev.sluice.exporter.model.cluster;

import java.util.OptionalLong;

/**
 * The attributes of a partition that have no effect on which nodes a job can get.
 *
 * @param nodes TotalNodes
 * @param cpus TotalCPUs
 * @param maxSeconds MaxTime, the longest that one job may run; empty where unlimited
 * @param qos the QOS whose limits hold for all of it; empty where none
 */
public record PartitionDetails(long nodes, long cpus, OptionalLong maxSeconds, String qos) {

    static final PartitionDetails UNKNOWN = new PartitionDetails(0, 0, OptionalLong.empty(), "");
}
