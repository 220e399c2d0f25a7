package dev.sluice.exporter.rules;

import dev.sluice.exporter.derive.join.Mismatch;
import dev.sluice.exporter.derive.machine.GpuOwner;
import dev.sluice.exporter.derive.scaling.PendingClass;
import dev.sluice.exporter.derive.scaling.evidence.ShapeClass;
import dev.sluice.exporter.derive.scaling.need.UnsatisfiableCause;
import dev.sluice.exporter.derive.signal.WithheldReason;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.NodeState;
import dev.sluice.exporter.model.reason.ReasonClass;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The values of labels with closed lists of values. The tests find queries for impossible values with these lists. */
final class LabelValues {

    /** A matcher of plain values, or of alternatives of plain values. The test can find such values in the lists. */
    private static final Pattern PLAIN = Pattern.compile("[\\w-]+(\\|[\\w-]+)*");

    private static final Set<String> USE = Set.of("allocated", "idle", "unavailable");
    private static final Set<String> OWNERS = Set.of("operator", "kubernetes", "health_check", "slurm", "person");
    private static final Set<String> NODE_REASONS = Set.of(
            "hardware",
            "update",
            "other",
            "not_responding",
            "reboot",
            "power_save",
            "job_failure",
            "health_check",
            "scale_in",
            "cordon");

    private static final Map<String, Set<String>> BY_FAMILY_AND_LABEL = Map.ofEntries(
            Map.entry("slurm_queue_jobs state", labels(JobState.values(), JobState::label)),
            Map.entry("slurm_cluster_jobs state", labels(JobState.values(), JobState::label)),
            Map.entry("slurm_queue_pending_jobs reason", slurmsReasons()),
            Map.entry("slurm_user_pending_jobs reason", slurmsReasons()),
            Map.entry("slurm_capacity_nodes state", labels(NodeState.values(), NodeState::label)),
            Map.entry("slurm_cluster_nodes state", labels(NodeState.values(), NodeState::label)),
            Map.entry("slurm_compute_node_state state", labels(NodeState.values(), NodeState::label)),
            Map.entry("slurm_capacity_cpus state", USE),
            Map.entry("slurm_capacity_memory_bytes state", USE),
            Map.entry("slurm_capacity_gpus state", USE),
            Map.entry("slurm_cluster_cpus state", USE),
            Map.entry("slurm_cluster_memory_bytes state", USE),
            Map.entry("slurm_cluster_gpus state", USE),
            Map.entry("slurm_compute_node_unavailable_seconds reason_class", NODE_REASONS),
            Map.entry("slurm_compute_node_unavailable_seconds owner", OWNERS),
            Map.entry("slurm_nodeset_draining_nodes owner", OWNERS),
            Map.entry("slurm_capacity_out_of_service_nodes owner", OWNERS),
            Map.entry("slurm_cluster_out_of_service_gpus owner", OWNERS),
            Map.entry("slurm_nodeset_pending_jobs class", labels(PendingClass.values(), PendingClass::label)),
            Map.entry("slurm_partition_pending_jobs class", labels(PendingClass.values(), PendingClass::label)),
            Map.entry("slurm_jobs_pending_oldest_seconds class", labels(PendingClass.values(), PendingClass::label)),
            Map.entry("slurm_jobs_unsatisfiable cause", labels(UnsatisfiableCause.values(), UnsatisfiableCause::label)),
            Map.entry("slurm_nodeset_scale_events_total direction", Set.of("up", "down")),
            Map.entry("slurm_machine_gpus owner", labels(GpuOwner.values(), GpuOwner::label)),
            Map.entry("slurm_machine_pool_gpus owner", labels(GpuOwner.values(), GpuOwner::label)),
            Map.entry("slurm_machine_gpus_disagreement kind", Set.of("overcommitted", "unrequested")),
            Map.entry("slurm_kubernetes_mismatches kind", labels(Mismatch.values(), Mismatch::label)),
            Map.entry(
                    "slurm_autoscaler_suppressed_total cause",
                    labels(WithheldReason.Cause.values(), WithheldReason.Cause::label)),
            Map.entry("slurm_autoscaler_contradictions_total shape", labels(ShapeClass.values(), ShapeClass::label)),
            Map.entry("slurm_controller_up role", Set.of("primary", "backup")),
            Map.entry("sluice_source_failures_total kind", labels(FailureKind.values(), FailureKind::label)));

    private static final Set<String> REASON_CLASSES = labels(ReasonClass.values(), ReasonClass::label);

    private LabelValues() {}

    /** Returns the first value in the matcher that the family's label never has. */
    static Optional<String> impossible(String family, Expr.Matcher matcher) {
        Set<String> possible = BY_FAMILY_AND_LABEL.getOrDefault(
                family + " " + matcher.label(),
                family.startsWith("slurm_queue_") && matcher.label().equals("reason_class")
                        ? REASON_CLASSES
                        : Set.of());
        boolean pattern = matcher.operator().endsWith("~");
        if (possible.isEmpty() || !PLAIN.matcher(matcher.value()).matches()) {
            return Optional.empty();
        }
        return (pattern ? Stream.of(matcher.value().split("\\|", -1)) : Stream.of(matcher.value()))
                .filter(value -> !possible.contains(value))
                .findFirst();
    }

    private static <T> Set<String> labels(T[] values, Function<T, String> label) {
        return Arrays.stream(values).map(label).collect(Collectors.toUnmodifiableSet());
    }

    private static Set<String> slurmsReasons() {
        try (InputStream in = Objects.requireNonNull(
                LabelValues.class.getResourceAsStream("/slurm/job-reasons.txt"), "slurm/job-reasons.txt")) {
            List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return lines.stream()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.strip().split("\\s+", 2)[0])
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
