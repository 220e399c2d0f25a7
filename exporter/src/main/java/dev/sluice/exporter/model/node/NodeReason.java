package dev.sluice.exporter.model.node;

import dev.sluice.exporter.model.Labeled;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The cause and the owner of a node's unavailability, from the reason in the node's record. Slurm stores cause and
 * owner as one free text. This class recognizes the texts of programs, and assigns all other texts to a person.
 *
 * @param kind label of a {@link Kind}, or the state of a node without a reason
 * @param owner one of {@link #OWNERS}
 */
public record NodeReason(String kind, String owner) {

    /** The possible owners. */
    public enum Owner implements Labeled {
        OPERATOR,
        KUBERNETES,
        HEALTH_CHECK,
        SLURM,
        PERSON
    }

    /** The possible causes. */
    public enum Kind implements Labeled {
        NOT_RESPONDING,
        HARDWARE,
        HEALTH_CHECK,
        JOB_FAILURE,
        REBOOT,
        POWER_SAVE,
        SCALE_IN,
        UPDATE,
        CORDON,
        OTHER
    }

    /** All possible owners. */
    public static final List<String> OWNERS =
            Stream.of(Owner.values()).map(Labeled::label).toList();

    /** All pairs of cause and owner. */
    public static final List<NodeReason> ALL = Stream.of(Kind.values())
            .flatMap(kind -> OWNERS.stream().map(owner -> new NodeReason(kind.label(), owner)))
            .toList();

    public static final NodeReason OTHER = new NodeReason("other", "person");

    /** The reason of a node that is down without a reason in its record. */
    public static final NodeReason DOWN = new NodeReason("other", "slurm");

    public static final NodeReason SCALE_IN = new NodeReason("scale_in", "operator");
    public static final NodeReason POD_CORDON = new NodeReason("cordon", "operator");
    public static final NodeReason MACHINE_CORDON = new NodeReason("cordon", "kubernetes");

    /** The user of slurmctld in most installations. */
    private static final String SLURM_USER = "slurm";

    /** In front of a text that slurmctld appends to the reason that a person set. */
    private static final String APPENDED = " : ";

    /**
     * A text of reasons with its meaning.
     *
     * @param text matches any part of the reason
     */
    public record Rule(Pattern text, NodeReason meaning) {

        /** Creates a rule of a site. */
        public Rule(Pattern text, Kind kind, Owner owner) {
            this(text, new NodeReason(kind.label(), owner.label()));
        }

        /** Creates a rule from a regular expression, which ignores case. */
        public static Rule of(String text, String kind, String owner) {
            return new Rule(Pattern.compile(text, Pattern.CASE_INSENSITIVE), new NodeReason(kind, owner));
        }

        private boolean matches(String reason) {
            return text.matcher(reason).find();
        }
    }

    /** The first rule that matches applies. */
    private static final List<Rule> RULES = List.of(
            // slurm-operator starts the reason of each of its drains with its name, and never undoes other drains.
            Rule.of("^slurm-operator:.*scale-in", "scale_in", "operator"),
            // If only the pod is cordoned, the operator may be about to remove the pod. If the Kubernetes node is
            // cordoned, a person or another program cordoned the node.
            Rule.of("^slurm-operator:.*node \\(.*was cordoned", "cordon", "kubernetes"),
            Rule.of("^slurm-operator:.*was cordoned", "cordon", "operator"),
            Rule.of("^slurm-operator:", "update", "operator"),
            // A stopping pod of slurm-operator 1.2 sets this reason. The reason remains on the records of pods that do
            // not come back.
            Rule.of("^pod is terminating", "scale_in", "operator"),
            Rule.of("^\\[node_problem] compute_maintenance", "update", "operator"),
            // slurmctld appends this text to the reason that was given with "scontrol reboot".
            Rule.of("reboot timed out$", "reboot", "slurm"),
            // SUNK's syncer, and slurm-bridge for the node of a cordoned or removed machine.
            Rule.of("^(k8s|slurm-bridge):|cordon", "cordon", "kubernetes"),
            Rule.of("^(not responding|no network address)", "not_responding", "slurm"),
            Rule.of(
                    "^(gres/|invalid gres|low (realmemory|socket|cpus|tmpdisk)|corespec differ|bad core count"
                            + "|slurmdspooldir is full|cannot collect energy)",
                    "hardware",
                    "slurm"),
            Rule.of("^node unexpectedly rebooted", "reboot", "slurm"),
            Rule.of("^reboot", "reboot", "person"),
            // AWS ParallelCluster sets a code if a cloud node does not start.
            Rule.of(
                    "^(resumetimeout|resumeprogram|powered down after|power_down_asap|\\(code:)",
                    "power_save",
                    "slurm"),
            Rule.of(
                    "^(prolog|epilog|job env setup|kill task failed|batch job complete failure|launch failure"
                            + "|duplicate jobid|switch_g_job_postfini failed)",
                    "job_failure",
                    "slurm"),
            Rule.of("^failed to (parse dynamic_conf|set (topology|node feature))", "other", "slurm"),
            // Also soperator, SageMaker HyperPod, NVSentinel and TrinityX.
            Rule.of(
                    "^(nhc|hc:|check_|(\\w+ )?health|gpu ?health|\\[(node|hardware)_problem]|action:(replace|reboot)"
                            + "|nvsentinel|trix-drainer)",
                    "health_check",
                    "health_check"),
            // A job of a user filled a disk or left processes.
            Rule.of("^\\[user_problem]", "other", "health_check"));

    /** The pairs of cause and owner that Sluice assigns without configuration. */
    public static final List<NodeReason> KNOWN = Stream.concat(
                    RULES.stream().map(Rule::meaning), Stream.of(OTHER, DOWN))
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

    /** Returns the meaning of a text of Slurm or of a known program. */
    public static NodeReason of(String reason) {
        return of(reason, "", List.of());
    }

    /**
     * Returns the meaning of a reason.
     *
     * @param user user who set the reason; empty if unknown
     * @param site rules of the site, which apply first
     */
    public static NodeReason of(String reason, String user, List<Rule> site) {
        NodeReason read = Stream.concat(site.stream(), RULES.stream())
                .filter(rule -> rule.matches(reason))
                .map(Rule::meaning)
                .findFirst()
                .orElse(OTHER);
        boolean setBySlurm = user.equals(SLURM_USER) && !reason.contains(APPENDED);
        return setBySlurm && read.owner().equals("person") ? new NodeReason(read.kind(), "slurm") : read;
    }
}
