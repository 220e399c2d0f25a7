package dev.sluice.exporter.derive.gpu;

import dev.sluice.exporter.model.Amounts;
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
}
