package dev.sluice.exporter.model;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Trackable resources, from a TRES string such as {@code cpu=96,mem=187.50G,node=1,gres/gpu=8,gres/gpu:h100=8}.
 *
 * @param cpus number of CPUs; 0 if not in the string
 * @param memoryBytes memory in bytes; 0 if not in the string
 * @param nodes number of nodes; 0 if not in the string
 */
public record Tres(long cpus, long memoryBytes, long nodes, GpuCounts gpus) {

    public static final Tres NONE = new Tres(0, 0, 0, GpuCounts.NONE);

    private static final String TYPED_GPU = "gres/gpu:";

    /**
     * Reads a TRES string. {@code gres/gpu} is the number of all GPUs; typed entries give the types of some of these
     * GPUs, because Slurm lists only the types in {@code AccountingStorageTRES}. Malformed parts are ignored.
     */
    public static Tres parse(String text) {
        long cpus = 0;
        long memoryBytes = 0;
        long nodes = 0;
        long allGpus = 0;
        SortedMap<String, Long> types = new TreeMap<>();
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals < 0) {
                continue;
            }
            String name = part.substring(0, equals);
            String value = part.substring(equals + 1);
            switch (name) {
                case "cpu" -> cpus = count(value);
                // Slurm prints a larger unit than MiB if the amount is a multiple of half that unit (187.50G).
                case "mem" -> memoryBytes = Math.max(0, Amounts.parse(value, 'M'));
                case "node" -> nodes = count(value);
                case "gres/gpu" -> allGpus = count(value);
                default -> {
                    if (name.startsWith(TYPED_GPU)) {
                        GpuCounts.parsed(types, GpuCounts.type(name.substring(TYPED_GPU.length())), count(value));
                    }
                }
            }
        }
        GpuCounts typed = types.isEmpty() ? GpuCounts.NONE : withoutCountingTwice(new GpuCounts(types));
        GpuCounts untyped = GpuCounts.of(GpuCounts.UNTYPED, allGpus - typed.suiting(GpuCounts.UNTYPED));
        return new Tres(cpus, memoryBytes, nodes, typed.plus(untyped));
    }

    /** Returns the resources. If they name no GPUs, as without accounting of gres/gpu, the GPUs are those of a request. */
    public Tres orGpusOf(GpuCounts request) {
        return gpus.isEmpty() && !request.isEmpty() ? new Tres(cpus, memoryBytes, nodes, request) : this;
    }

    /** slurmctld prints no unit, but users and older tools may write a unit. */
    private static long count(String value) {
        return Math.max(0, GpuCounts.count(value));
    }

    /** Subtracts the accelerators with a type from all accelerators of the name. */
    private static GpuCounts withoutCountingTwice(GpuCounts all) {
        GpuCounts counted = all;
        for (String type : all.byType().keySet()) {
            if (GpuCounts.isUntyped(type)) {
                long typed = all.suiting(type) - all.byType().getOrDefault(type, 0L);
                counted = counted.minus(GpuCounts.of(type, typed));
            }
        }
        return counted;
    }
}
