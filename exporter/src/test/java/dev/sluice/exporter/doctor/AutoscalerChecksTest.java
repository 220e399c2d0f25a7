package dev.sluice.exporter.doctor;

import static dev.sluice.exporter.config.Loaded.changed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.doctor.CheckResult.Level;
import dev.sluice.exporter.kubernetes.system.Slinky;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.kubernetes.Autoscaler;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.NodeSetStatus;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.PodResources;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import dev.sluice.exporter.model.kubernetes.ScalingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class AutoscalerChecksTest {

    private static final Instant NOW = Instant.parse("2026-11-24T06:00:00Z");
    private static final Autoscaler.Metric DESIRED =
            new Autoscaler.Metric("slurm_nodeset_desired_replicas", "AverageValue 1");

    private static final NodeSet SET = new NodeSet(
            Slinky.SYSTEM,
            "slinky.slurm.net/v1beta1",
            "NodeSet",
            "slurm",
            "gpu",
            OptionalInt.of(4),
            NodeSetStatus.UNKNOWN,
            ScalingMode.STATEFUL_SET,
            false,
            PodResources.UNKNOWN,
            "gpu",
            true,
            "");

    private static final Map<ObjectName, Long> DESIRES_ONE = Map.of(new ObjectName("slurm", "gpu"), 1L);

    @Test
    void acceptsAnHpaThatFollowsTheDesiredSize() {
        assertThat(results(hpa("gpu", 0, 16, DESIRED)))
                .containsExactly(
                        "ok slurm/gpu: HPA gpu follows the desired size, from 1 to 16 nodes, scale-down window 600 s");
    }

    @Test
    void saysWhereNobodyScales() {
        assertThat(results()).containsExactly("ok slurm/gpu: none, its size does not follow the queue");
    }

    @Test
    void checksNothingBeforeHpasAreRead() {
        KubernetesSnapshot read = kubernetes(SET, List.of());

        assertThat(results(new KubernetesSnapshot(
                        read.cluster(),
                        read.systems(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of())))
                .containsExactly("skipped slurm/gpu: not checked, because HorizontalPodAutoscalers have not been read");
    }

    /**
     * The default tolerance of an HPA is 0.1. For 16 nodes, a difference of 1 node is within the tolerance. For 9
     * nodes, a difference of 1 node is outside the tolerance.
     */
    @Test
    void warnsOfAToleranceThatIgnoresNodes() {
        assertThat(results(hpa("gpu", 0.1, 16, DESIRED)))
                .containsExactly(
                        "warning slurm/gpu: HPA gpu ignores differences up to 10 %: with 16 nodes, up to 1 nodes");
        assertThat(results(hpa("gpu", 0.1, 9, DESIRED)))
                .singleElement()
                .asString()
                .startsWith("ok ");
    }

    @Test
    void warnsOfOtherMetricsAndOfARelativeTarget() {
        assertThat(results(hpa("gpu", 0, 16, new Autoscaler.Metric("cpu", "Utilization 80"), DESIRED)))
                .containsExactly("warning slurm/gpu: HPA gpu scales by cpu, not only by the queue");
        assertThat(results(hpa("gpu", 0, 16, new Autoscaler.Metric("slurm_nodeset_desired_replicas", "Value 1"))))
                .containsExactly("warning slurm/gpu: HPA gpu has the target Value 1, so the replicas differ from the"
                        + " metric's value");
    }

    @Test
    void failsWhereTwoScaleTheSame() {
        assertThat(results(SET, List.of(limit(16)), hpa("gpu", 0, 16, DESIRED), hpa("old", 0, 16, DESIRED)))
                .contains("failed slurm/gpu: conflicting autoscalers: a ScaledObject, HPA gpu, HPA old");
    }

    /** KEDA creates an HPA for each ScaledObject. */
    @Test
    void takesKedasOwnHpaForNoConflict() {
        assertThat(results(
                        SET,
                        List.of(limit(16)),
                        hpa("keda-hpa-gpu", 0, 16, new Autoscaler.Metric("s0-metric-api", "AverageValue 1"))))
                .containsExactly("ok slurm/gpu: HPA keda-hpa-gpu follows KEDA's trigger, from 1 to 16 nodes, scale-down"
                        + " window 600 s");
    }

    @Test
    void warnsWhereAnAutoscalerHasNoEffect() {
        assertThat(results(changed(SET, "scalingMode", ScalingMode.DAEMON_SET), List.of(), hpa("gpu", 0, 16, DESIRED)))
                .contains("warning slurm/gpu: HPA gpu has no effect, because the NodeSet has one pod for each selected"
                        + " Kubernetes node");
        assertThat(results(changed(SET, "ephemeral", true), List.of(limit(16))))
                .containsExactly(
                        "warning slurm/gpu: a ScaledObject has no effect, because Slurm's power saving creates and"
                                + " removes the pods");
    }

    @Test
    void tellsWhyAnHpaDoesNotScale() {
        assertThat(results(inactive("FailedGetExternalMetric: the HPA was unable to compute the replica count")))
                .containsExactly(
                        "warning slurm/gpu: HPA gpu does not scale: FailedGetExternalMetric: the HPA was unable to"
                                + " compute the replica count");
    }

    /** A NodeSet that was created with 0 replicas stays at 0, although jobs wait. */
    @Test
    void warnsOfAnHpaThatNeverLeavesZeroWhileNodesAreNeeded() {
        KubernetesSnapshot kubernetes = kubernetes(
                SET,
                List.of(),
                inactive("ScalingDisabled: scaling is disabled since the replica count of the target is zero"));

        assertThat(AutoscalerChecks.of("research", kubernetes, DESIRES_ONE))
                .singleElement()
                .satisfies(result -> {
                    assertThat(result.level()).isEqualTo(Level.WARNING);
                    assertThat(result.text())
                            .isEqualTo(
                                    "slurm/gpu: HPA gpu does not scale from 0 to the desired size 1, because the HPA did"
                                            + " not scale the NodeSet to 0");
                    assertThat(result.cure()).isEqualTo("kubectl -n slurm scale NodeSet gpu --replicas=1");
                });
        assertThat(AutoscalerChecks.of("research", kubernetes, Map.of()))
                .extracting(CheckResult::level)
                .containsExactly(Level.OK);
    }

    private static Autoscaler inactive(String why) {
        return changed(hpa("gpu", 0, 16, DESIRED), "inactive", Optional.of(why));
    }

    @Test
    void everythingThatIsWrongHasACure() {
        assertThat(AutoscalerChecks.of(
                        "research",
                        kubernetes(
                                changed(SET, "ephemeral", true),
                                List.of(limit(16)),
                                hpa("gpu", 0.1, 16, new Autoscaler.Metric("cpu", "Utilization 80")),
                                hpa("old", 0.1, 16, DESIRED, DESIRED)),
                        DESIRES_ONE))
                .filteredOn(result -> result.level() != Level.OK)
                .hasSizeGreaterThan(5)
                .allSatisfy(result -> assertThat(result.cure()).isNotEmpty());
    }

    private static List<String> results(Autoscaler... hpas) {
        return results(SET, List.of(), hpas);
    }

    private static List<String> results(NodeSet set, List<ScaleLimit> scaledObjects, Autoscaler... hpas) {
        return results(kubernetes(set, scaledObjects, hpas));
    }

    private static List<String> results(KubernetesSnapshot kubernetes) {
        return AutoscalerChecks.of("research", kubernetes, DESIRES_ONE).stream()
                .map(result -> result.level().label() + " " + result.text())
                .toList();
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
                List.of());
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
        return new ScaleLimit("slurm", "slinky.slurm.net/v1beta1", "NodeSet", "gpu", 1, max);
    }
}
