package dev.sluice.exporter.derive.usage;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Used resources, in hours with four decimals. Sums of these hours are exact.
 *
 * @param gpuHours GPU-hours
 * @param cpuHours CPU-hours
 * @param memoryGibHours memory in GiB-hours
 * @param endedJobs number of ended jobs
 */
public record UsedHours(BigDecimal gpuHours, BigDecimal cpuHours, BigDecimal memoryGibHours, long endedJobs) {

    static final UsedHours ZERO = new UsedHours(BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO, 0);

    private static final int DECIMALS = 4;
    private static final BigDecimal HOUR = BigDecimal.valueOf(3600);
    private static final double GIB = 1L << 30;

    static UsedHours of(UsageAmounts amounts) {
        return new UsedHours(
                hours(amounts.gpuSeconds()),
                hours(amounts.cpuSeconds()),
                hours(amounts.memoryByteSeconds() / GIB),
                amounts.endedJobs());
    }

    private static BigDecimal hours(double seconds) {
        return BigDecimal.valueOf(seconds).divide(HOUR, DECIMALS, RoundingMode.HALF_UP);
    }

    UsedHours plus(UsedHours other) {
        return new UsedHours(
                gpuHours.add(other.gpuHours),
                cpuHours.add(other.cpuHours),
                memoryGibHours.add(other.memoryGibHours),
                endedJobs + other.endedJobs);
    }
}
