package dev.sluice.exporter.metrics;

import dev.sluice.exporter.derive.life.WaitCause;
import dev.sluice.exporter.model.job.JobState;
import java.util.Arrays;

/** Renders the label values of what happens to jobs. */
final class LifeLabelReference {

    private LifeLabelReference() {}

    static String render() {
        StringBuilder out = new StringBuilder(
                "### How jobs end\n\n`state` of `slurm_job_ends_total`; all are always" + " served: ");
        out.append(MetricReference.codes(Arrays.stream(JobState.values())
                .filter(JobState::end)
                .map(JobState::label)
                .toList()));
        out.append(
                ".\n\n### What jobs wait for\n\n`cause` of `slurm_job_wait_by_cause_seconds`, from the reason that Slurm"
                        + " gives at each answer. What it gave then holds until\nthe next one; only when a job became eligible is"
                        + " known to the second.\n\n| `cause` | the job waits for |\n|---|---|\n");
        for (WaitCause cause : WaitCause.values()) {
            out.append("| `")
                    .append(cause.label())
                    .append("` | ")
                    .append(what(cause))
                    .append(" |\n");
        }
        return out.append('\n').toString();
    }

    private static String what(WaitCause cause) {
        return switch (cause) {
            case RESOURCES -> "what it asks for, or its turn (`resources`, `priority`), and for its nodes to be ready";
            case HELD -> "somebody to release it";
            case DEPENDENCY -> "another job";
            case BEGIN_TIME -> "its begin time";
            case LIMIT -> "an association, a QOS, the cluster or its own array to allow more";
            case OTHER -> "anything else, and more than a minute before it was eligible of which no answer tells why";
        };
    }
}
