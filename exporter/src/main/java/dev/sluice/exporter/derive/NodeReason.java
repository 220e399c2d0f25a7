package dev.sluice.exporter.derive;

import java.util.List;
import java.util.Locale;

/**
 * Why a node is out of service, and who took it out, read from the reason that stands in its record. Slurm keeps one
 * free text for both, so this knows the texts that programs write and takes the rest for a person's.
 *
 * @param kind {@code not_responding}, {@code hardware}, {@code health_check}, {@code job_failure}, {@code reboot},
 *     {@code power_save}, {@code scale_in}, {@code update}, {@code cordon} or {@code other}
 * @param owner {@code operator}, {@code kubernetes}, {@code health_check}, {@code slurm} or {@code person}
 */
public record NodeReason(String kind, String owner) {

    /** Every owner. */
    public static final List<String> OWNERS = List.of("operator", "kubernetes", "health_check", "slurm", "person");

    private static final NodeReason OTHER = new NodeReason("other", "person");

    /** Slinky's slurm-operator begins every drain of its own with its name, and never undoes another. */
    private static final String OPERATOR = "slurm-operator:";

    private record Rule(String start, NodeReason meaning) {}

    /** First match wins; compared in lower case with the start of the reason. */
    private static final List<Rule> RULES = List.of(
            // What a pod of slurm-operator 1.2 says as it stops; it stays on the records of pods that do not come back.
            rule("pod is terminating", "scale_in", "operator"),
            // SUNK's syncer.
            rule("k8s:", "cordon", "kubernetes"),
            rule("not responding", "not_responding", "slurm"),
            rule("no network address", "not_responding", "slurm"),
            rule("gres/", "hardware", "slurm"),
            rule("low realmemory", "hardware", "slurm"),
            rule("low socket", "hardware", "slurm"),
            rule("low cpus", "hardware", "slurm"),
            rule("low tmpdisk", "hardware", "slurm"),
            rule("node unexpectedly rebooted", "reboot", "slurm"),
            rule("reboot", "reboot", "person"),
            rule("resumetimeout", "power_save", "slurm"),
            rule("resumeprogram", "power_save", "slurm"),
            rule("prolog error", "job_failure", "slurm"),
            rule("epilog error", "job_failure", "slurm"),
            rule("kill task failed", "job_failure", "slurm"),
            rule("batch job complete failure", "job_failure", "slurm"),
            rule("launch failure", "job_failure", "slurm"),
            rule("nhc", "health_check", "health_check"),
            rule("health", "health_check", "health_check"),
            rule("hc:", "health_check", "health_check"),
            rule("check_", "health_check", "health_check"));

    private static Rule rule(String start, String kind, String owner) {
        return new Rule(start, new NodeReason(kind, owner));
    }

    public static NodeReason of(String reason) {
        String text = reason.toLowerCase(Locale.ROOT);
        if (text.startsWith(OPERATOR)) {
            return ofOperator(text);
        }
        // slurmctld puts it behind the reason that was given with "scontrol reboot".
        if (text.endsWith("reboot timed out")) {
            return new NodeReason("reboot", "slurm");
        }
        if (text.contains("cordon")) {
            return new NodeReason("cordon", "kubernetes");
        }
        return RULES.stream()
                .filter(rule -> text.startsWith(rule.start()))
                .map(Rule::meaning)
                .findFirst()
                .orElse(OTHER);
    }

    private static NodeReason ofOperator(String text) {
        if (text.contains("scale-in")) {
            return new NodeReason("scale_in", "operator");
        }
        if (text.contains("was cordoned")) {
            // A cordoned pod alone may be one that is to go; a cordoned machine is somebody's decision in Kubernetes.
            return new NodeReason("cordon", text.contains("node (") ? "kubernetes" : "operator");
        }
        return new NodeReason("update", "operator");
    }
}
