package dev.sluice.exporter.derive.gpu;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.Labeled;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Numbers of GPUs by owner.
 *
 * @param byOwner GPUs by owner; an owner without GPUs may be missing
 * @param byNamespace GPUs of {@link GpuOwner#OTHER_POD} by namespace of the pod
 */
public record GpuAmounts(Map<GpuOwner, Long> byOwner, SortedMap<String, Long> byNamespace) {

    public GpuAmounts {
        byOwner = Collections.unmodifiableMap(byOwner);
        byNamespace = Collections.unmodifiableSortedMap(new TreeMap<>(byNamespace));
    }

    public long of(GpuOwner owner) {
        return byOwner.getOrDefault(owner, 0L);
    }

    /** Returns the number of GPUs of all owners, including broken GPUs. */
    long total() {
        return byOwner.values().stream().mapToLong(Long::longValue).reduce(0, Amounts::sum);
    }

    GpuAmounts plus(GpuAmounts other) {
        Map<GpuOwner, Long> owners = new EnumMap<>(GpuOwner.class);
        owners.putAll(byOwner);
        other.byOwner.forEach((owner, gpus) -> owners.merge(owner, gpus, Amounts::sum));
        SortedMap<String, Long> namespaces = new TreeMap<>(byNamespace);
        other.byNamespace.forEach((namespace, gpus) -> namespaces.merge(namespace, gpus, Amounts::sum));
        return new GpuAmounts(owners, namespaces);
    }

    /**
     * The owner of a machine's GPU. Closed list; {@code docs/metrics.md} explains each owner. The order is the order in
     * which owners get GPUs if Slurm and pods claim more GPUs than the machine has.
     */
    public enum GpuOwner implements Labeled {
        /** Allocated to a Slurm job, or held by the pod of an external job. */
        SLURM_JOB,
        /** Held by a pod that is neither a slurmd pod nor the pod of an external job of this cluster. */
        OTHER_POD,
        /** Held by a slurmd pod, free in Slurm, on a schedulable Slurm node. */
        SLURM_IDLE,
        /** Held by a slurmd pod, free in Slurm, on a Slurm node that is not schedulable or not registered. */
        SLURM_UNAVAILABLE,
        /** Held by no pod, on a machine that takes pods. */
        FREE,
        /**
         * Held by no pod, on a machine that is cordoned or not ready, or whose external Slurm node is not schedulable.
         */
        UNAVAILABLE,
        /** Registered by the device plugin, but not allocatable. */
        BROKEN;
    }
}
