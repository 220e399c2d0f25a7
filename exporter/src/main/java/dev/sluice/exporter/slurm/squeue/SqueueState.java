package dev.sluice.exporter.slurm.squeue;

import java.util.Optional;

/** The one state that squeue shows of a job: where a flag stands in its place, the base state is hidden. */
final class SqueueState {

    private SqueueState() {}

    /** The base state that a flag goes with; empty where there is no flag, or several base states may have it. */
    static Optional<String> base(String state) {
        return switch (state) {
            case "PENDING", "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "SPECIAL_EXIT", "RESV_DEL_HOLD", "EXPEDITING" ->
                Optional.of("PENDING");
            case "CONFIGURING", "STOPPED", "SIGNALING", "RESIZING" -> Optional.of("RUNNING");
            default -> Optional.empty();
        };
    }
}
