package dev.sluice.exporter.model;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Numbers of GPUs by type.
 *
 * @param byType count by GPU type; the key {@link #UNTYPED} holds those for which Slurm names no type
 */
public record GpuCounts(SortedMap<String, Long> byType) {

    /** The key of GPUs without a type. */
    public static final String UNTYPED = "";

    public static final GpuCounts NONE = new GpuCounts(Collections.emptySortedMap());

    public GpuCounts {
        byType = Collections.unmodifiableSortedMap(new TreeMap<>(byType));
    }
}
