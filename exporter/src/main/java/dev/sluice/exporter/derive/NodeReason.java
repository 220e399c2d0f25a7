package dev.sluice.exporter.derive;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The cause and the owner of a node's unavailability, from the reason in the node's record. Slurm stores cause and
 * owner as one free text. This class recognizes the texts of programs, and assigns all other texts to a person.
 *
 * @param kind {@code not_responding}, {@code hardware}, {@code health_check}, {@code job_failure}, {@code reboot},
 *     {@code power_save}, {@code scale_in}, {@code update}, {@code cordon} or {@code other}
 * @param owner {@code operator}, {@code kubernetes}, {@code health_check}, {@code slurm} or {@code person}
 */
public record NodeReason(String kind, String owner) {

    /** All possible owners. */
    public static final List<String> OWNERS = List.of("operator", "kubernetes", "health_check", "slurm", "person");

    public static final NodeReason OTHER = new NodeReason("other", "person");

    /** The reason of a node that is down without a reason in its record. */
    public static final NodeReason DOWN = new NodeReason("other", "slurm");

    /**
     * Slinky's slurm-operator starts the reason of each of its drains with this prefix, and never undoes other drains.
     */
    private static final String OPERATOR = "slurm-operator:";

    private record Rule(String start, NodeReason meaning) {}

    /** The first rule that matches the start of the lower-case reason applies. */
    private static final List<Rule> RULES = List.of(
            // A stopping pod of slurm-operator 1.2 sets this reason. The reason remains on the records of pods that do
            // not come back.
            rule("pod is terminating", "scale_in", "operator"),
            // SUNK's syncer sets this reason.
            rule("k8s:", "cordon", "kubernetes"),
            // slurm-bridge drains the node of a cordoned or removed machine.
            rule("slurm-bridge:", "cordon", "kubernetes"),
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

    public static final NodeReason SCALE_IN = new NodeReason("scale_in", "operator");
    public static final NodeReason POD_CORDON = new NodeReason("cordon", "operator");
    public static final NodeReason MACHINE_CORDON = new NodeReason("cordon", "kubernetes");
    private static final NodeReason UPDATE = new NodeReason("update", "operator");

    /** All pairs of cause and owner. */
    public static final List<NodeReason> ALL = Stream.concat(
                    RULES.stream().map(Rule::meaning),
                    Stream.of(OTHER, SCALE_IN, POD_CORDON, MACHINE_CORDON, UPDATE, DOWN))
            .distinct()
            .toList();

    /** Returns true if the operator caused the unavailability, and ends it. */
    public boolean operated() {
        return owner.equals("operator");
    }

    /** Returns true if the unavailability usually ends when the pod's slurmd has started. */
    public boolean passes() {
        return operated() || kind.equals("not_responding");
    }

    private static Rule rule(String start, String kind, String owner) {
        return new Rule(start, new NodeReason(kind, owner));
    }

    public static NodeReason of(String reason) {
        String text = reason.toLowerCase(Locale.ROOT);
        if (text.startsWith(OPERATOR)) {
            return ofOperator(text);
        }
        // slurmctld appends this text to the reason that was given with "scontrol reboot".
        if (text.endsWith("reboot timed out")) {
            return new NodeReason("reboot", "slurm");
        }
        if (text.contains("cordon")) {
            return MACHINE_CORDON;
        }
        return RULES.stream()
                .filter(rule -> text.startsWith(rule.start()))
                .map(Rule::meaning)
                .findFirst()
                .orElse(OTHER);
    }

    private static NodeReason ofOperator(String text) {
        if (text.contains("scale-in")) {
            return SCALE_IN;
        }
        if (text.contains("was cordoned")) {
            // If only the pod is cordoned, the operator may be about to remove the pod. If the Kubernetes node is
            // cordoned, a person or another program cordoned the node.
            return text.contains("node (") ? MACHINE_CORDON : POD_CORDON;
        }
        return UPDATE;
    }
}
