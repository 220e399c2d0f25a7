package dev.sluice.exporter.model.kubernetes;

import java.util.OptionalInt;

/**
 * A set of identical slurmd pods.
 *
 * @param apiVersion group and version, such as {@code slinky.slurm.net/v1beta1}
 * @param kind {@code NodeSet} or {@code StatefulSet}
 * @param replicas replicas in the spec; in mode {@link ScalingMode#DAEMON_SET}, a maximum or without effect
 * @param status status that the NodeSet's controller reports
 * @param scalingMode what determines the number of pods
 * @param ephemeral whether Slurm's power saving creates and removes the pods (soperator)
 * @param resources resources of one pod
 * @param slurmName Slurm's name for the NodeSet, which is also a feature of the nodes (Slinky); for other systems, the
 *     name of the NodeSet
 * @param ownPartition whether the operator creates a partition with Slurm's name for the NodeSet (Slinky)
 * @param extraConf slurmd's {@code --conf}, such as {@code Gres=gpu:h100:8} (Slinky); empty if not set
 */
public record NodeSet(
        NodeSetSystem system,
        String apiVersion,
        String kind,
        String namespace,
        String name,
        OptionalInt replicas,
        NodeSetStatus status,
        ScalingMode scalingMode,
        boolean ephemeral,
        PodResources resources,
        String slurmName,
        boolean ownPartition,
        String extraConf) {}
