package dev.sluice.exporter.derive.usage;

import dev.sluice.exporter.model.Amounts;

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
                Amounts.sum(allocated, other.allocated),
                Amounts.sum(idle, other.idle),
                Amounts.sum(unavailable, other.unavailable));
    }

    GpuSplit times(long factor) {
        return new GpuSplit(
                Amounts.product(allocated, factor),
                Amounts.product(idle, factor),
                Amounts.product(unavailable, factor));
    }
}
