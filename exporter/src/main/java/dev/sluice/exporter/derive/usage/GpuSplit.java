package dev.sluice.exporter.derive.usage;

import dev.sluice.exporter.model.GpuCounts;

/**
 * An amount of GPUs or of GPU time, by use.
 *
 * @param allocated amount held by jobs
 * @param idle free amount on schedulable nodes
 * @param unavailable free amount on other nodes
 */
public record GpuSplit(long allocated, long idle, long unavailable) {

    static final GpuSplit NONE = new GpuSplit(0, 0, 0);

    GpuSplit plus(GpuSplit other) {
        return new GpuSplit(
                GpuCounts.saturatedSum(allocated, other.allocated),
                GpuCounts.saturatedSum(idle, other.idle),
                GpuCounts.saturatedSum(unavailable, other.unavailable));
    }

    GpuSplit times(long factor) {
        return new GpuSplit(
                GpuCounts.saturatedProduct(allocated, factor),
                GpuCounts.saturatedProduct(idle, factor),
                GpuCounts.saturatedProduct(unavailable, factor));
    }
}
