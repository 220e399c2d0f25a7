package dev.sluice.exporter.doctor;

import static dev.sluice.exporter.config.Loaded.changed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.doctor.CheckResults.CheckResult;
import dev.sluice.exporter.doctor.CheckResults.CheckResult.Level;
import dev.sluice.exporter.kubernetes.Slinky;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.kubernetes.Autoscaler;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import dev.sluice.fixtures.GoldenFile;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AutoscalerChecksTest {

    private static final Instant NOW = Instant.parse("2026-11-24T06:00:00Z");
    private static final Autoscaler.Metric DESIRED =
            new Autoscaler.Metric("slurm_nodeset_desired_replicas", "AverageValue 1");

    /** A NodeSet that was created with 0 replicas stays at 0, although jobs wait. */
    private static final String DISABLED =
            "ScalingDisabled: scaling is disabled since the replica count of the target is zero";

    private static final NodeSet SET = new NodeSet(
            Slinky.SYSTEM,
            "slinky.slurm.net/v1beta1",
            "NodeSet",
            "slurm",
            "gpu",
            OptionalInt.of(4),
            NodeSet.Status.UNKNOWN,
            NodeSet.ScalingMode.STATEFUL_SET,
            false,
            NodeSet.PodResources.UNKNOWN,
            "gpu",
            true,
            "");

    private static final Map<ObjectName, Long> DESIRES_ONE = Map.of(new ObjectName("slurm", "gpu"), 1L);

    @Test
    void reportsAutoscalersWithoutEffectOrInConflict() {
        Autoscaler.Metric cpu = new Autoscaler.Metric("cpu", "Utilization 80");
        Autoscaler.Metric keda = new Autoscaler.Metric("s0-metric-api", "AverageValue 1");
        Autoscaler.Metric value = new Autoscaler.Metric("slurm_nodeset_desired_replicas", "Value 1");
        NodeSet ephemeral = changed(SET, "ephemeral", true);
        Map<String, KubernetesSnapshot> all = new LinkedHashMap<>();
        all.put("An HPA on the desired size", kubernetes(SET, List.of(), hpa("gpu", 0, 16, DESIRED)));
        all.put("No autoscaler", kubernetes(SET, List.of()));
        all.put("HPAs that have not been read", changed(kubernetes(SET, List.of()), "hpas", Optional.empty()));
        all.put("A tolerance of 1 of 16 nodes", kubernetes(SET, List.of(), hpa("gpu", 0.1, 16, DESIRED)));
        all.put("A tolerance of less than 1 of 9 nodes", kubernetes(SET, List.of(), hpa("gpu", 0.1, 9, DESIRED)));
        all.put("Another metric", kubernetes(SET, List.of(), hpa("gpu", 0, 16, cpu, DESIRED)));
        all.put("A relative target", kubernetes(SET, List.of(), hpa("gpu", 0, 16, value)));
        all.put(
                "Several autoscalers",
                kubernetes(SET, List.of(limit(16)), hpa("gpu", 0, 16, DESIRED), hpa("old", 0, 16, DESIRED)));
        all.put("The HPA that KEDA creates", kubernetes(SET, List.of(limit(16)), hpa("keda-hpa-gpu", 0, 16, keda)));
        all.put(
                "A NodeSet with a pod for each machine",
                kubernetes(
                        changed(SET, "scalingMode", NodeSet.ScalingMode.DAEMON_SET),
                        List.of(),
                        hpa("gpu", 0, 16, DESIRED)));
        all.put("Power saving", kubernetes(ephemeral, List.of(limit(16))));
        all.put("An HPA that does not scale", inactive("FailedGetExternalMetric: unable to compute the replica count"));
        all.put("An HPA at 0 replicas", inactive(DISABLED));
        all.put(
                "Several problems",
                kubernetes(
                        ephemeral,
                        List.of(limit(16)),
                        hpa("gpu", 0.1, 16, cpu),
                        hpa("old", 0.1, 16, DESIRED, DESIRED)));
        StringBuilder reports = new StringBuilder();
        all.forEach((heading, kubernetes) -> {
            reports.append("# ").append(heading).append('\n');
            AutoscalerChecks.of("research", kubernetes, DESIRES_ONE)
                    .forEach(result -> reports.append(result.level().label())
                            .append(' ')
                            .append(result.text())
                            .append(result.cure().isEmpty() ? "\n" : "\n  cure: " + result.cure() + "\n"));
        });

        GoldenFile.at(Path.of("exporter/src/test/resources/golden/autoscalers.txt"))
                .matches(reports.toString());
    }

    @Test
    void anHpaMayStayAtZeroWhileNoNodeIsNeeded() {
        assertThat(AutoscalerChecks.of("research", inactive(DISABLED), Map.of()))
                .extracting(CheckResult::level)
                .containsExactly(Level.OK);
    }

    private static KubernetesSnapshot inactive(String why) {
        return kubernetes(SET, List.of(), changed(hpa("gpu", 0, 16, DESIRED), "inactive", Optional.of(why)));
    }

    private static KubernetesSnapshot kubernetes(NodeSet set, List<ScaleLimit> scaledObjects, Autoscaler... hpas) {
        return new KubernetesSnapshot(
                "research",
                Map.of(
                        Slinky.SYSTEM,
                        new KubernetesSnapshot.SystemView(
                                Optional.of(new Observed<>(List.of(set), NOW)), Optional.empty())),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new Observed<>(List.of(hpas), NOW)),
                Optional.of(new Observed<>(scaledObjects, NOW)),
                List.of(),
                Set.of());
    }

    private static Autoscaler hpa(String name, double tolerance, int max, Autoscaler.Metric... metrics) {
        return new Autoscaler(
                new ObjectName("slurm", name),
                limit(max),
                List.of(metrics),
                tolerance,
                Duration.ofMinutes(10),
                Optional.empty(),
                name.startsWith("keda-"));
    }

    private static ScaleLimit limit(int max) {
        return new ScaleLimit("slurm", "slinky.slurm.net/v1beta1", "NodeSet", "gpu", 1, max, Set.of());
    }
}
