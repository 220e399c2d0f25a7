package dev.sluice.exporter.derive.usage;

/**
 * The amounts of resources that jobs used.
 *
 * @param gpuSeconds allocated GPUs multiplied by run time
 * @param cpuSeconds allocated CPUs multiplied by run time
 * @param memoryByteSeconds allocated memory in bytes, multiplied by run time in seconds
 */
public record UsageAmounts(double gpuSeconds, double cpuSeconds, double memoryByteSeconds, long endedJobs) {

    public static final UsageAmounts ZERO = new UsageAmounts(0, 0, 0, 0);

    public UsageAmounts plus(UsageAmounts other) {
        return new UsageAmounts(
                gpuSeconds + other.gpuSeconds,
                cpuSeconds + other.cpuSeconds,
                memoryByteSeconds + other.memoryByteSeconds,
                endedJobs + other.endedJobs);
    }

    UsageAmounts times(long seconds) {
        return new UsageAmounts(gpuSeconds * seconds, cpuSeconds * seconds, memoryByteSeconds * seconds, 0);
    }

    UsageAmounts withoutCpus() {
        return new UsageAmounts(gpuSeconds, 0, memoryByteSeconds, endedJobs);
    }
}
