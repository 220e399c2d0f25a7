package dev.sluice.exporter.derive.usage;

import java.util.Comparator;

/**
 * The GPUs of one type in one partition.
 *
 * @param partition partition; empty for the cluster
 * @param gpuType GPU type; {@code untyped} if Slurm reports no type
 */
public record PartitionGpus(String partition, String gpuType) implements Comparable<PartitionGpus> {

    private static final Comparator<PartitionGpus> ORDER =
            Comparator.comparing(PartitionGpus::partition).thenComparing(PartitionGpus::gpuType);

    @Override
    public int compareTo(PartitionGpus other) {
        return ORDER.compare(this, other);
    }
}
