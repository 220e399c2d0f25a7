package dev.sluice.exporter.derive.accounting;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/** What the jobs of someone count against limits. */
final class Usage {

    private static final String GPU = "gres/gpu";

    private long started;
    private long submitted;
    private long cpus;
    private long memoryBytes;
    private long gpus;
    private final Map<String, Long> gpusByType = new HashMap<>();

    /** Whether a job counts at all: it waits, or has started and not ended. */
    static boolean counts(Job job) {
        return job.pending() || holds(job);
    }

    private static boolean holds(Job job) {
        return job.base() == JobState.RUNNING || job.base() == JobState.SUSPENDED;
    }

    void add(Job job) {
        submitted += job.tasks();
        if (!holds(job)) {
            return;
        }
        started += job.tasks();
        Tres held = job.allocation();
        cpus += held.cpus();
        memoryBytes += held.memoryBytes();
        gpus += held.gpus().total();
        held.gpus().byType().forEach((type, count) -> {
            if (!type.equals(GpuCounts.UNTYPED)) {
                gpusByType.merge(GPU + ":" + type, count, Long::sum);
            }
        });
    }

    long started() {
        return started;
    }

    long submitted() {
        return submitted;
    }

    /** How much of a resource; empty for one that a job record does not tell of. */
    OptionalDouble of(String tres) {
        return switch (tres) {
            case "cpu" -> OptionalDouble.of(cpus);
            case "mem" -> OptionalDouble.of(memoryBytes);
            case GPU -> OptionalDouble.of(gpus);
            default ->
                tres.startsWith(GPU + ":")
                        ? OptionalDouble.of(gpusByType.getOrDefault(tres, 0L))
                        : OptionalDouble.empty();
        };
    }
}
