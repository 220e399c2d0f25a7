package dev.sluice.exporter.slurm.squeue;

import java.util.Optional;

/** The state that squeue shows for a job. squeue shows only one state: a flag hides the base state. */
final class SqueueState {

    private SqueueState() {}

    /**
     * Returns the base state that the shown state implies; empty if the shown state implies no base state or several
     * base states.
     */
    static Optional<String> base(String state) {
        return switch (state) {
            case "PENDING", "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "SPECIAL_EXIT", "RESV_DEL_HOLD", "EXPEDITING" ->
                Optional.of("PENDING");
            case "CONFIGURING", "STOPPED", "SIGNALING", "RESIZING" -> Optional.of("RUNNING");
            default -> Optional.empty();
        };
    }
}
