package dev.sluice.exporter.alerts;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The objective for the wait times of one QOS or account: a series that the rules of {@code alerts/} compare with the
 * wait times.
 *
 * @param label {@code qos} or {@code account}
 * @param name name of the QOS or account
 * @param within maximum wait time that meets the objective; equals a bucket bound of the histogram
 * @param slow maximum ratio of jobs with a longer wait time; 1 if all jobs may wait longer
 */
record WaitObjective(String label, String name, String within, String slow) {

    /** Label names by the key in config.yaml. */
    static final Map<String, String> LABELS = Map.of("qos", "qos", "accounts", "account");

    private static final Map<String, String> HISTOGRAMS =
            Map.of("qos", "slurm_job_wait_seconds", "account", "slurm_job_wait_by_account_seconds");

    /** Creates an objective from validated values of config.yaml. */
    static WaitObjective of(String label, String name, boolean enabled, String within, String percent) {
        return new WaitObjective(
                label,
                name,
                ParameterKind.WITHIN.written(within, ".0").orElseThrow(),
                enabled ? ParameterKind.PERCENT.written(percent, "").orElseThrow() : "1");
    }

    /** Returns the label and name, for people. */
    String text() {
        return label + " " + name;
    }

    private String rule() {
        return """
                      - record: %s_le:%s:objective
                        expr: vector(%s)
                        labels:
                          %s: "%s"
                          le: "%s"
                """.formatted(
                        label, Optional.ofNullable(HISTOGRAMS.get(label)).orElseThrow(), slow, label, name, within);
    }

    /** Returns a rule group for the end of a file; empty if no objectives are set. */
    static String group(List<WaitObjective> objectives) {
        return objectives.isEmpty()
                ? ""
                : "\n  # Objectives of QOS and accounts, from config.yaml.\n  - name: sluice-recording-objectives\n    rules:\n"
                        + objectives.stream().map(WaitObjective::rule).collect(Collectors.joining());
    }
}
