package dev.sluice.exporter.metrics;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.NodeReason;
import dev.sluice.exporter.model.node.NodeState;
import dev.sluice.exporter.model.reason.PendingReason;
import dev.sluice.exporter.model.reason.ReasonClass;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Renders the label values that form closed lists. */
final class LabelReference {

    /** The reference shortens longer lists to the prefixes of the names. */
    private static final int SHORT_LIST = 20;

    private static final List<String> PREFIXES = List.of("Assoc", "Max", "QOS");

    /** Texts from Slurm's records. The first three texts were captured. */
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
                + "`partition`, `node`, `user`, `account`, `gpu_type` and `reason` are as in Slurm. The lists below are"
                + " closed.\n\n"
                + jobStates()
                + LifeLabelReference.ends()
                + reasonClasses()
                + LifeLabelReference.render()
                + nodeStates()
                + uses()
                + nodeReasons()
                + MachineLabelReference.render()
                + blackHoles()
                + DemandLabelReference.render()
                + failureKinds()
                + AccessLabelReference.render();
    }

    private static String jobStates() {
        return "### Job states\n\n`state` of `slurm_queue_jobs` and `slurm_cluster_jobs` is the state in squeue"
                + " (`%T`).\n\n"
                + "- always served: " + states(LabelReference::alwaysServed) + "\n"
                + "- served while such a job exists: " + states(state -> !alwaysServed(state)) + "\n\n"
                + "In `slurm_user_queue_jobs` and `slurm_account_queue_jobs`, a configuring job is `running`.\n\n";
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
        StringBuilder out = new StringBuilder("### Pending reasons\n\nThe reasons of each `reason_class`. An unknown"
                + " reason is `limit` if it begins with `Assoc`, `BurstBuffer`,\n`Max` or `QOS`, else `other`.\n\n");
        for (ReasonClass reasonClass : ReasonClass.values()) {
            List<String> reasons = byClass.getOrDefault(reasonClass, List.of());
            out.append("- `").append(reasonClass.label()).append("`: ");
            out.append(reasons.size() > SHORT_LIST ? prefixes(reasonClass, reasons) : MetricReference.codes(reasons));
            out.append('\n');
        }
        return out.append('\n').toString();
    }

    /** Returns a long list of names as the prefixes of these names. */
    private static String prefixes(ReasonClass reasonClass, List<String> reasons) {
        List<String> parts = new ArrayList<>();
        for (String prefix : PREFIXES) {
            List<String> others = slurmsReasons()
                    .filter(reason -> reason.startsWith(prefix))
                    .filter(reason -> PendingReason.of(reason).reasonClass() != reasonClass)
                    .toList();
            parts.add("`" + prefix + "…`" + (others.isEmpty() ? "" : " except " + MetricReference.codes(others)));
        }
        reasons.stream()
                .filter(reason -> PREFIXES.stream().noneMatch(reason::startsWith))
                .forEach(reason -> parts.add("`" + reason + "`"));
        return String.join("; ", parts);
    }

    private static Stream<String> slurmsReasons() {
        try (InputStream in =
                Objects.requireNonNull(LabelReference.class.getResourceAsStream("/slurm/job-reasons.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.startsWith("#"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String nodeStates() {
        StringBuilder out = new StringBuilder("### Node states\n\nThe first matching row decides"
                + " ([why in this order](internals/decisions/0004-job-and-node-states.md)).\n\n"
                + "| `state` | node |\n|---|---|\n");
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
                    .append(" |\n");
        }
        return out.append('\n').toString();
    }

    private static String what(NodeState state) {
        return switch (state) {
            case FUTURE -> "FUTURE; slurmrestd does not list such nodes by default";
            case MAINTENANCE -> "idle in a maintenance reservation, or empty and rebooting or about to";
            case DRAINING -> "DRAIN or FAIL, with jobs";
            case DRAINED -> "DRAIN or FAIL, without jobs, also after a hardware mismatch";
            case DOWN -> "down";
            case POWERING_UP -> "powering up, with or without a job for it";
            case POWERING_DOWN -> "powering down, or empty and about to";
            case POWERED_DOWN -> "powered down";
            case MIXED -> "some CPUs in use";
            case ALLOCATED -> "all CPUs in use, or completing its last job";
            case UNKNOWN -> "never responded, or idle and not responding";
            case RESERVED -> "idle and reserved, or blocked by an exclusive job";
            case PLANNED -> "idle and planned for a job";
            case IDLE -> "idle";
        };
    }

    private static String uses() {
        return "### Use of CPUs, memory and GPUs\n\n"
                + "- `allocated`: held by jobs, in any node state.\n"
                + "- `idle`: free on a node that can start jobs: "
                + MetricReference.codes(Arrays.stream(NodeState.values())
                        .filter(NodeState::schedulable)
                        .map(NodeState::label)
                        .toList())
                + ".\n"
                + "- `unavailable`: free on any other node.\n\n"
                + "MIG slices are GPUs with their own type; shards are not counted.\n\n";
    }

    private static String nodeReasons() {
        StringBuilder out = new StringBuilder("### Why a node takes no work\n\n`reason_class` and `owner` of"
                + " `slurm_compute_node_unavailable_seconds` follow from the node's reason in Slurm. Other\ntexts"
                + " are Slurm's if the user `slurm` set them, else a person's.\n\n"
                + "| `owner` | `reason_class` and examples |\n|---|---|\n");
        Map<String, Map<String, List<String>>> texts = NODE_REASONS.stream()
                .collect(Collectors.groupingBy(
                        text -> NodeReason.of(text).owner(),
                        LinkedHashMap::new,
                        Collectors.groupingBy(
                                text -> NodeReason.of(text).kind(), LinkedHashMap::new, Collectors.toList())));
        texts.forEach((owner, kinds) -> out.append("| `")
                .append(owner)
                .append("` | ")
                .append(kinds.entrySet().stream()
                        .map(kind -> "`" + kind.getKey() + "`: \"" + String.join("\", \"", kind.getValue()) + "\"")
                        .collect(Collectors.joining("; ")))
                .append(" |\n"));
        return out.append('\n').toString();
    }

    private static String blackHoles() {
        return "### Black holes\n\nOn a black hole, job after job fails within 60 seconds (`failed`, `node_fail` or"
                + " `boot_fail`). All of these are true:\n\n"
                + "- At least 3 jobs of at least 2 users failed since the last job that succeeded there (ran for 60"
                + " seconds).\n"
                + "- These users have jobs that succeeded on other nodes.\n"
                + "- On a healthy node, so many failures have a probability below 0.003 %, computed from the users'"
                + " last 64 jobs on\n  other nodes and from earlier jobs on the same node.\n\n"
                + "The failures of one user count once, or twice if another job of the user started on another node in the"
                + " last\n15 minutes and succeeded. A job with several nodes counts on the node with the most failures. A"
                + " black hole ends when\na job succeeds there, or 24 hours after the last failure."
                + " `/api/v1/nodes/NODE` lists the failed jobs. For some hours after\na restart, the exporter needs"
                + " more failures.\n\n";
    }

    private static String failureKinds() {
        StringBuilder out = new StringBuilder("### Kinds of failure\n\n`kind` of `sluice_source_failures_total`;"
                + " [operations.md](operations.md#when-a-source-fails) describes the fixes.\n\n");
        for (FailureKind kind : FailureKind.values()) {
            out.append("- `")
                    .append(kind.label())
                    .append("`: ")
                    .append(meaning(kind))
                    .append('\n');
        }
        return out.append('\n').toString();
    }

    private static String meaning(FailureKind kind) {
        return switch (kind) {
            case UNREACHABLE -> "no connection, or the connection broke";
            case TIMEOUT -> "the response was not complete in time";
            case UNAUTHORIZED -> "the token is missing, unreadable, expired or refused";
            case UNEXPECTED_STATUS -> "another HTTP status, or an error in the response";
            case UNDECODABLE -> "an invalid body with a success status";
            case TOO_LARGE -> "too many records, or too long a text";
            case OVER_BUDGET -> "not requested, because the predicted cost is above `poll.budget`";
        };
    }
}
