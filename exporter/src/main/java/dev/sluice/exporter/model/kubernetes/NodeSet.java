package dev.sluice.exporter.model.kubernetes;

import java.util.OptionalInt;

/**
 * One set of alike slurmd pods.
 *
 * @param system what runs it
 * @param apiVersion group and version, such as {@code slinky.slurm.net/v1beta1}
 * @param kind {@code NodeSet} or {@code StatefulSet}
 * @param namespace its namespace
 * @param name its name
 * @param replicas pods asked for in the spec; a number without effect, or a cap, in mode {@link ScalingMode#DAEMON_SET}
 * @param status what its controller says
 * @param scalingMode what decides how many pods there are
 * @param ephemeral whether Slurm's own power saving makes and removes the pods (soperator)
 * @param resources what one pod may use
 * @param slurmName Slurm's name for the set, which is also a feature of its nodes (Slinky); elsewhere its name
 * @param ownPartition whether the operator makes a partition of that name (Slinky)
 * @param extraConf what slurmd gets by {@code --conf}, such as {@code Gres=gpu:h100:8} (Slinky); empty where nothing
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
