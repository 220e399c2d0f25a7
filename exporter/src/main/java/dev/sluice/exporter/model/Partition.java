package dev.sluice.exporter.model;

/**
 * One Slurm partition.
 *
 * @param name PartitionName
 * @param state State
 * @param nodes the nodes that it is of now, a hostlist
 * @param nodeSets Slurm's own node sets (by feature) that it is defined by, separated by commas; empty where by none
 * @param maxNodes MaxNodes, the most nodes of one job; {@link Long#MAX_VALUE} where unlimited
 * @param wholeNodes whether every job has its nodes to itself (Exclusive=NODE, OverSubscribe=EXCLUSIVE)
 */
public record Partition(
        String name, PartitionState state, String nodes, String nodeSets, long maxNodes, boolean wholeNodes) {}
