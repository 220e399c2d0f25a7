package dev.sluice.exporter.model.kubernetes;

import java.util.Collections;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A set of identical slurmd pods.
 *
 * @param apiVersion group and version, such as {@code slinky.slurm.net/v1beta1}
 * @param kind {@code NodeSet} or {@code StatefulSet}
 * @param replicas replicas in the spec; in mode {@link ScalingMode#DAEMON_SET}, a maximum or without effect
 * @param scalingMode what determines the number of pods
 * @param ephemeral whether Slurm's power saving creates and removes the pods (soperator)
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
        Status status,
        ScalingMode scalingMode,
        boolean ephemeral,
        PodResources resources,
        String slurmName,
        boolean ownPartition,
        String extraConf) {

    /** The setting that determines the number of pods of a NodeSet. */
    public enum ScalingMode {
        STATEFUL_SET,
        /** The number of selected Kubernetes nodes; the replicas are ignored, or are the maximum. */
        DAEMON_SET
    }

    /**
     * The status that a NodeSet's controller reports. A number is empty if the system does not have this number, or has
     * not reported this number yet.
     *
     * @param replicas existing pods, including draining ones
     */
    public record Status(OptionalInt replicas, OptionalInt ready, OptionalInt desired) {

        public static final Status UNKNOWN = of(OptionalInt.empty(), OptionalInt.empty());

        public static Status of(OptionalInt replicas, OptionalInt ready) {
            return new Status(replicas, ready, OptionalInt.empty());
        }
    }

    /**
     * The resources of a pod, from its template.
     *
     * @param milliCpus thousandths of a CPU; 0 if not set
     * @param memoryBytes memory in bytes; 0 if not set
     * @param gpus GPUs by resource name, such as {@code nvidia.com/gpu}
     */
    public record PodResources(long milliCpus, long memoryBytes, SortedMap<String, Long> gpus) {

        public static final PodResources UNKNOWN = new PodResources(0, 0, Collections.emptySortedMap());

        public PodResources {
            gpus = Collections.unmodifiableSortedMap(new TreeMap<>(gpus));
        }
    }
}
