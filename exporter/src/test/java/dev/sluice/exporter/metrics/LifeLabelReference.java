package dev.sluice.exporter.metrics;

import dev.sluice.exporter.derive.life.WaitCause;
import dev.sluice.exporter.model.job.JobState;
import java.util.Arrays;

/** Renders the label values of job events. */
final class LifeLabelReference {

    private LifeLabelReference() {}

    static String ends() {
        return "`state` of `slurm_job_ends_total`, always served: "
                + MetricReference.codes(Arrays.stream(JobState.values())
                        .filter(JobState::end)
                        .map(JobState::label)
                        .toList())
                + ".\n\n";
    }

    static String render() {
        StringBuilder out = new StringBuilder(
                "### What jobs wait for\n\n`cause` of `slurm_job_wait_by_cause_seconds`, from the reason in each response."
                        + " The job waits for:\n\n");
        for (WaitCause cause : WaitCause.values()) {
            out.append("- `")
                    .append(cause.label())
                    .append("`: ")
                    .append(what(cause))
                    .append('\n');
        }
        return out.append('\n').toString();
    }

    private static String what(WaitCause cause) {
        return switch (cause) {
            case RESOURCES -> "resources or its turn (`resources`, `priority`), and for its nodes to be ready";
            case HELD -> "its release";
            case DEPENDENCY -> "another job";
            case BEGIN_TIME -> "its begin time";
            case LIMIT -> "a limit of an association, a QOS, the cluster or its own array";
            case OTHER -> "anything else, or an unknown cause";
        };
    }
}
