package dev.sluice.lab.scheduling;

import java.util.Optional;

/** The GPUs that a job requests. A request without a type accepts any GPU. */
public record GpuRequest(Scope scope, Optional<String> type, int count) {

    /** The unit of the count, as in sbatch's {@code --gpus} options. */
    public enum Scope {
        PER_NODE,
        PER_JOB,
        PER_TASK
    }

    public static GpuRequest perNode(int count) {
        return new GpuRequest(Scope.PER_NODE, Optional.empty(), count);
    }

    public static GpuRequest perJob(int count) {
        return new GpuRequest(Scope.PER_JOB, Optional.empty(), count);
    }

    public static GpuRequest perTask(int count) {
        return new GpuRequest(Scope.PER_TASK, Optional.empty(), count);
    }

    /** Returns the same request for one GPU type, as in {@code --gpus-per-node=h100:8}. */
    public GpuRequest ofType(String gpuType) {
        return new GpuRequest(scope, Optional.of(gpuType), count);
    }
}
