package dev.sluice.exporter.derive.usage;

import java.math.BigDecimal;
import java.time.YearMonth;

/**
 * The price of one hour of a GPU or a CPU.
 *
 * @param gpuType GPU type; {@link #CPU} for the price of a CPU
 * @param partition partition with this price; empty for all partitions
 * @param nodeSet NodeSet with this price; empty for all nodes
 * @param price price of one hour, in the currency of the price list
 * @param kind purchase model, such as {@code on-demand}
 * @param validFrom first month with this price; {@link #ALWAYS} for a price without a start
 */
public record HourPrice(
        String gpuType, String partition, String nodeSet, BigDecimal price, String kind, YearMonth validFrom) {

    /** The GPU type of usage without GPUs, which is charged by CPU-hour. */
    public static final String CPU = "none";

    /** The first month of a price that is always valid. */
    public static final YearMonth ALWAYS = YearMonth.of(0, 1);

    /** Returns true if usage in a partition and NodeSet can have this price. */
    boolean covers(String usedPartition, String usedNodeSet) {
        return (partition.isEmpty() || partition.equals(usedPartition))
                && (nodeSet.isEmpty() || nodeSet.equals(usedNodeSet));
    }

    public boolean ofCpu() {
        return gpuType.equals(CPU);
    }
}
