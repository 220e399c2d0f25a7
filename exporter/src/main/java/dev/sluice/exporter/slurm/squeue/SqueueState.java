package dev.sluice.exporter.slurm.squeue;

import java.util.Optional;

/** The only state that squeue shows for a job: a flag hides the base state. */
final class SqueueState {

    private SqueueState() {}

    /** Returns the base state that a state implies; empty if it implies none or several. */
    static Optional<String> base(String state) {
        return switch (state) {
            case "PENDING", "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "SPECIAL_EXIT", "RESV_DEL_HOLD", "EXPEDITING" ->
                Optional.of("PENDING");
            case "CONFIGURING", "STOPPED", "SIGNALING", "RESIZING" -> Optional.of("RUNNING");
            default -> Optional.empty();
        };
    }
}
