package dev.sluice.exporter.model.kubernetes;

import java.util.OptionalInt;

/**
 * A set of identical slurmd pods.
 *
 * @param system system that runs it
 * @param apiVersion group and version, such as {@code slinky.slurm.net/v1beta1}
 * @param kind {@code NodeSet} or {@code StatefulSet}
 * @param namespace its namespace
 * @param name its name
 * @param replicas replicas in the spec; without effect, or a cap, in mode {@link ScalingMode#DAEMON_SET}
 * @param status status reported by its controller
 * @param scalingMode what determines the number of pods
 * @param ephemeral whether Slurm's power saving creates and removes the pods (soperator)
 * @param resources resources of one pod
 * @param slurmName Slurm's name for the set, which is also a feature of its nodes (Slinky); elsewhere its name
 * @param ownPartition whether the operator creates a partition of that name (Slinky)
 * @param extraConf slurmd's {@code --conf}, such as {@code Gres=gpu:h100:8} (Slinky); empty if none
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
