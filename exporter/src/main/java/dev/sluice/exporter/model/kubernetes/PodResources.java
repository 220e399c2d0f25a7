package dev.sluice.exporter.model.kubernetes;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a pod may use, as its template says.
 *
 * @param milliCpus thousandths of a CPU; 0 where it does not say
 * @param memoryBytes memory; 0 where it does not say
 * @param gpus GPUs by resource name, such as {@code nvidia.com/gpu}
 */
public record PodResources(long milliCpus, long memoryBytes, SortedMap<String, Long> gpus) {

    public static final PodResources UNKNOWN = new PodResources(0, 0, Collections.emptySortedMap());

    public PodResources {
        gpus = Collections.unmodifiableSortedMap(new TreeMap<>(gpus));
    }
}
