package dev.sluice.exporter.metrics;

import dev.sluice.exporter.derive.NodeReason;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.NodeState;
import dev.sluice.exporter.model.reason.PendingReason;
import dev.sluice.exporter.model.reason.ReasonClass;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Renders the label values that form closed lists. */
final class LabelReference {

    /** More names than this are grouped. */
    private static final int SHORT_LIST = 20;

    /** Texts as they stand in Slurm's records; the first three were captured. */
    private static final List<String> NODE_REASONS = List.of(
            "gres/gpu count reported lower than configured (2 < 4)",
            "slurm-operator: pod being deleted",
            "bad DIMM slot A3",
            "Not responding",
            "Low RealMemory (reported:256000 < 100.00% of configured:512000)",
            "Node unexpectedly rebooted",
            "ResumeTimeout reached",
            "Prolog error",
            "Kill task failed",
            "NHC: check_fs_mount failed",
            "health check failed",
            "slurm-operator: scale-in of the NodeSet",
            "node is cordoned");

    private LabelReference() {}

    static String render() {
        return "## Label values\n\n"
                + "Values that come from Slurm's configuration or from users (`partition`, `node`, `user`, `account`,\n"
                + "`gpu_type`, and `reason`) are as Slurm spells them. The following are closed lists.\n\n"
                + jobStates()
                + reasonClasses()
                + LifeLabelReference.render()
                + nodeStates()
                + uses()
                + nodeReasons()
                + DemandLabelReference.render()
                + failureKinds()
                + OtlpLabelReference.render()
                + AccessLabelReference.render();
    }

    private static String jobStates() {
        return "### Job states\n\n`state` of `slurm_queue_jobs` and `slurm_cluster_jobs` is the one state that squeue"
                + " shows (`%T`): a flag\nwhere one is set, else the base state. Those that most queues lack are served"
                + " only while there is such a job.\n\n"
                + "- always served: " + states(LabelReference::alwaysServed) + "\n"
                + "- served while there is one: " + states(state -> !alwaysServed(state)) + "\n\n"
                + "`slurm_user_queue_jobs` and `slurm_account_queue_jobs` have the base states `pending`, `running` and\n"
                + "`suspended` only: a configuring job is running there.\n\n";
    }

    private static boolean alwaysServed(JobState state) {
        return (state.base() && state != JobState.UNKNOWN)
                || state == JobState.COMPLETING
                || state == JobState.CONFIGURING;
    }

    private static String states(Predicate<JobState> wanted) {
        return MetricReference.codes(Arrays.stream(JobState.values())
                .filter(wanted)
                .map(JobState::label)
                .toList());
    }

    private static String reasonClasses() {
        Map<ReasonClass, List<String>> byClass = slurmsReasons()
                .collect(Collectors.groupingBy(
                        reason -> PendingReason.of(reason).reasonClass(), TreeMap::new, Collectors.toList()));
        StringBuilder out = new StringBuilder("### Pending reasons\n\n`reason` of `slurm_queue_pending_jobs` is Slurm's"
                + " name, `reason_class` one of these. A name that Sluice does not know\nis in `other`.\n\n"
                + "| `reason_class` | the job waits because | reasons |\n|---|---|---|\n");
        for (ReasonClass reasonClass : ReasonClass.values()) {
            List<String> reasons = byClass.getOrDefault(reasonClass, List.of());
            out.append("| `").append(reasonClass.label()).append("` | ");
            out.append(why(reasonClass)).append(" | ");
            out.append(
                    reasons.size() > SHORT_LIST ? "the " + reasons.size() + " below" : MetricReference.codes(reasons));
            out.append(" |\n");
        }
        out.append('\n');
        byClass.forEach((reasonClass, reasons) -> {
            if (reasons.size() > SHORT_LIST) {
                longList(reasonClass, reasons, out);
            }
        });
        return out.toString();
    }

    private static void longList(ReasonClass reasonClass, List<String> reasons, StringBuilder out) {
        out.append("<details><summary>The reasons of <code>")
                .append(reasonClass.label())
                .append("</code></summary>\n\n");
        Map<String, List<String>> groups = reasons.stream()
                .collect(Collectors.groupingBy(
                        LabelReference::firstWords,
                        TreeMap::new,
                        Collectors.mapping(Function.identity(), Collectors.toList())));
        groups.forEach((group, names) -> out.append("- ")
                .append(group)
                .append(": ")
                .append(MetricReference.codes(names))
                .append('\n'));
        out.append("\n</details>\n\n");
    }

    private static String firstWords(String reason) {
        for (String start : List.of("AssocGrp", "AssocMax", "QOSGrp", "QOSMax", "QOSMin", "Max")) {
            if (reason.startsWith(start)) {
                return start + "…";
            }
        }
        return "others";
    }

    private static Stream<String> slurmsReasons() {
        try (InputStream in =
                Objects.requireNonNull(LabelReference.class.getResourceAsStream("/slurm/job-reasons.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.startsWith("#"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String why(ReasonClass reasonClass) {
        return switch (reasonClass) {
            case RESOURCES -> "what it asks for is taken";
            case PRIORITY -> "others are before it, or slurmctld has not looked at it yet";
            case LIMIT -> "an association, a QOS, the cluster or its own array allows no more";
            case DEPENDENCY -> "another job has not ended as it must";
            case HELD -> "a user, an administrator or slurmctld holds it";
            case BEGIN_TIME -> "its begin time is still to come";
            case LICENSE -> "its licences are taken";
            case RESERVATION -> "its reservation is not open, or gone";
            case UNAVAILABLE -> "nodes or a partition that it needs are out of use";
            case IMPOSSIBLE -> "it can never start as it and the cluster are set up";
            case OTHER -> "of something else";
        };
    }

    private static String nodeStates() {
        StringBuilder out = new StringBuilder("### Node states\n\nA node is in exactly one. The first line that fits"
                + " decides; [decision 4](decisions/0004-job-and-node-states.md)\nsays why in this order.\n\n"
                + "| `state` | the node | free CPUs, memory and GPUs count as |\n|---|---|---|\n");
        List<NodeState> inOrder = List.of(
                NodeState.FUTURE,
                NodeState.MAINTENANCE,
                NodeState.DRAINING,
                NodeState.DRAINED,
                NodeState.DOWN,
                NodeState.POWERING_UP,
                NodeState.POWERING_DOWN,
                NodeState.POWERED_DOWN,
                NodeState.MIXED,
                NodeState.ALLOCATED,
                NodeState.UNKNOWN,
                NodeState.RESERVED,
                NodeState.PLANNED,
                NodeState.IDLE);
        for (NodeState state : inOrder) {
            out.append("| `")
                    .append(state.label())
                    .append("` | ")
                    .append(what(state))
                    .append(" | ");
            out.append(state.schedulable() ? "`idle`" : "`unavailable`").append(" |\n");
        }
        return out.append('\n').toString();
    }

    private static String what(NodeState state) {
        return switch (state) {
            case FUTURE -> "is defined but not in service; slurmrestd does not list such nodes unless asked to";
            case MAINTENANCE -> "is idle in a maintenance reservation, or is to reboot or rebooting and has no work";
            case DRAINING -> "takes no new work (DRAIN or FAIL) and still has some";
            case DRAINED -> "takes no new work (DRAIN or FAIL) and has none; wrong hardware is here too";
            case DOWN -> "is down";
            case POWERING_UP -> "is being woken, with or without a job that waits for it";
            case POWERING_DOWN -> "is being put to sleep, or is to be and has no work";
            case POWERED_DOWN -> "sleeps";
            case MIXED -> "has some of its CPUs in use";
            case ALLOCATED -> "has all of its CPUs in use, or is idle and still completing its last job";
            case UNKNOWN -> "was never heard of, or is idle and does not answer";
            case RESERVED -> "is idle and in a reservation, or blocked by a neighbour's exclusive job";
            case PLANNED -> "is idle and kept for a job that is to start";
            case IDLE -> "is idle";
        };
    }

    private static String uses() {
        return "### Use of CPUs, memory and GPUs\n\n"
                + "`allocated` is held by jobs, whatever the node's state. `idle` is free on a node to which Slurm could"
                + " send work now.\n`unavailable` is free on any other. `gpu_type` is `untyped` for GPUs without a type;"
                + " in the families of requested GPUs\nit is `any` for jobs that name no type. MIG slices are GPUs of a type"
                + " of their own, shards are not counted.\n\n";
    }

    private static String nodeReasons() {
        StringBuilder out = new StringBuilder("### Why a node takes no work\n\n`reason_class` and `owner` of"
                + " `slurm_compute_node_unavailable_seconds` are read off the start of the reason that stands\nin the"
                + " node's record. Slurm keeps one free text, so what no program is known to write is a person's.\n\n"
                + "| for example | `reason_class` | `owner` |\n|---|---|---|\n");
        for (String text : NODE_REASONS) {
            NodeReason reason = NodeReason.of(text);
            out.append("| ").append(text).append(" | `").append(reason.kind()).append("` | `");
            out.append(reason.owner()).append("` |\n");
        }
        return out.append('\n').toString();
    }

    private static String failureKinds() {
        StringBuilder out = new StringBuilder(
                "### Kinds of failure\n\n`kind` of `sluice_source_failures_total`;"
                        + " [operations.md](operations.md#when-a-source-fails) says what to do.\n\n| `kind` | meaning |\n|---|---|\n");
        for (FailureKind kind : FailureKind.values()) {
            out.append("| `")
                    .append(kind.label())
                    .append("` | ")
                    .append(meaning(kind))
                    .append(" |\n");
        }
        return out.append('\n').toString();
    }

    private static String meaning(FailureKind kind) {
        return switch (kind) {
            case UNREACHABLE -> "no connection, or it broke before the answer was whole";
            case TIMEOUT -> "the answer was not whole when its deadline passed";
            case UNAUTHORIZED -> "the token is missing, unreadable, expired or refused";
            case UNEXPECTED_STATUS -> "another HTTP status, or an error that the answer itself reports";
            case UNDECODABLE -> "a success whose body is not what it should be";
            case TOO_LARGE -> "an answer that holds more than is kept of one: too many records, or too long a text";
            case OVER_BUDGET ->
                "not asked for: the list of jobs is predicted to cost slurmrestd more than `poll.budget`";
        };
    }
}
