package dev.sluice.exporter.model.kubernetes;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

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
