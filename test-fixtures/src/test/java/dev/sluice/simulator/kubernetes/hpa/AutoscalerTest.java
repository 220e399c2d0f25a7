package dev.sluice.simulator.kubernetes.hpa;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.simulator.kubernetes.hpa.Autoscaler.Scale;
import dev.sluice.simulator.kubernetes.hpa.AutoscalerSpec.TargetType;
import dev.sluice.simulator.kubernetes.hpa.Decision.Condition;
import dev.sluice.simulator.kubernetes.hpa.ScalingRules.Select;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Looks of one HPA, 15 seconds apart, at a target that obeys at once unless a test says otherwise. */
class AutoscalerTest {
    private static final ScalingRules UP =
            new ScalingRules(0, Select.MAX, List.of(ScalingPolicy.pods(1000, 15)), OptionalDouble.of(0));
    private static final ScalingRules DOWN =
            new ScalingRules(300, Select.MAX, List.of(ScalingPolicy.percent(100, 60)), OptionalDouble.of(0));

    private long now = 1_000_000;
    private int replicas;

    @Test
    void followsTheMetricUpAtOnceAndDownAfterTheWindow() {
        Autoscaler hpa = hpa(1, 100, UP, DOWN);
        replicas = 4;
        assertThat(looks(hpa, 12, 1)).containsExactly(12);
        // 300 s are 20 looks: the recommendation of 12 counts in 19 of those that follow it.
        assertThat(looks(hpa, 5, 19)).containsOnly(12);
        assertThat(looks(hpa, 5, 1)).containsExactly(5);
    }

    @Test
    void theHighestRecommendationInTheWindowCounts() {
        Autoscaler hpa = hpa(1, 100, UP, DOWN);
        replicas = 12;
        looks(hpa, 12, 1);
        looks(hpa, 9, 5);
        looks(hpa, 3, 14);
        // The last 12 leaves the window, the 9s are in it for five looks more.
        assertThat(looks(hpa, 3, 6)).containsExactly(9, 9, 9, 9, 9, 3);
    }

    @Test
    void beginsWithTheReplicasThatItFindsAsItsFirstRecommendation() {
        Autoscaler hpa = hpa(1, 100, UP, DOWN);
        replicas = 12;
        Decision first = look(hpa, new MetricReading.Value(2000));
        assertThat(first.replicas()).isEmpty();
        assertThat(condition(first, "AbleToScale").reason()).isEqualTo("ScaleDownStabilized");
    }

    /** 4 to 8 to 10, as observed on a real control plane without behavior of its own. */
    @Test
    void keepsToTheUsualPolicies() {
        Autoscaler hpa = hpa(1, 100, ScalingRules.USUAL_UP, ScalingRules.USUAL_DOWN);
        replicas = 4;
        Decision first = look(hpa, new MetricReading.Value(10_000));
        assertThat(replicas).isEqualTo(8);
        assertThat(condition(first, "ScalingLimited"))
                .isEqualTo(new Condition(
                        "ScalingLimited",
                        true,
                        "ScaleUpLimit",
                        "the desired replica count is increasing faster than the maximum scale rate"));
        assertThat(looks(hpa, 10, 1)).containsExactly(10);
    }

    @Test
    void countsWhatWasAddedInThePeriod() {
        ScalingRules slow = new ScalingRules(0, Select.MAX, List.of(ScalingPolicy.pods(4, 60)), OptionalDouble.of(0));
        Autoscaler hpa = hpa(1, 100, slow, DOWN);
        replicas = 2;
        // 4 in each minute: the next ones come when the first are 60 s old.
        assertThat(looks(hpa, 20, 6)).containsExactly(6, 6, 6, 6, 10, 10);
    }

    @Test
    void thePolicyThatAllowsLeastCountsWhereMinIsSelected() {
        ScalingRules least = new ScalingRules(
                0,
                Select.MIN,
                List.of(ScalingPolicy.pods(1, 15), ScalingPolicy.percent(100, 15)),
                OptionalDouble.of(0));
        Autoscaler hpa = hpa(1, 100, least, DOWN);
        replicas = 5;
        assertThat(looks(hpa, 20, 2)).containsExactly(6, 7);
    }

    @Test
    void goesDownByPartsWhereThePolicySaysSo() {
        ScalingRules half =
                new ScalingRules(0, Select.MAX, List.of(ScalingPolicy.percent(50, 15)), OptionalDouble.of(0));
        Autoscaler hpa = hpa(1, 100, UP, half);
        replicas = 11;
        // 11 * 0.5 is cut off to 5.
        assertThat(looks(hpa, 1, 4)).containsExactly(5, 2, 1, 1);
    }

    @Test
    void aDirectionThatIsDisabledIsNotTaken() {
        ScalingRules never = new ScalingRules(0, Select.DISABLED, List.of(), OptionalDouble.of(0));
        Autoscaler hpa = hpa(1, 100, UP, never);
        replicas = 6;
        assertThat(looks(hpa, 2, 3)).containsOnly(6);
        assertThat(looks(hpa, 8, 1)).containsExactly(8);
    }

    @Test
    void staysWithinItsBounds() {
        Autoscaler hpa = hpa(2, 10, UP, DOWN);
        replicas = 4;
        Decision up = look(hpa, new MetricReading.Value(50_000));
        assertThat(replicas).isEqualTo(10);
        assertThat(condition(up, "ScalingLimited").reason()).isEqualTo("TooManyReplicas");
    }

    @Test
    void bringsWhatIsOutOfBoundsBackWithoutReadingTheMetric() {
        Autoscaler hpa = hpa(2, 10, UP, DOWN);
        replicas = 14;
        look(hpa, new MetricReading.Failure("down"));
        assertThat(replicas).isEqualTo(10);
        replicas = 1;
        look(hpa, new MetricReading.Failure("down"));
        assertThat(replicas).isEqualTo(2);
    }

    @Test
    void changesNothingWithoutAMetricAndSaysWhy() {
        Autoscaler hpa = hpa(1, 10, UP, DOWN);
        replicas = 4;
        Decision decision = look(hpa, new MetricReading.Failure("slurmrestd has not answered for 95 s"));
        assertThat(decision.replicas()).isEmpty();
        assertThat(decision.metricFailed()).isTrue();
        // Word for word what a real HPA said of such an answer.
        assertThat(condition(decision, "ScalingActive"))
                .isEqualTo(new Condition(
                        "ScalingActive",
                        false,
                        "FailedGetExternalMetric",
                        "the HPA was unable to compute the replica count: unable to get external metric"
                                + " slurm/slurm_nodeset_desired_replicas/&LabelSelector{MatchLabels:map[string]string"
                                + "{nodeset: gpu,},MatchExpressions:[]LabelSelectorRequirement{},}: unable to fetch"
                                + " metrics from external metrics API: slurmrestd has not answered for 95 s"));
    }

    @Test
    void raisesTheSpecToAStatusThatStillDrainsWhereTheToleranceIsTheUsual() {
        ScalingRules tolerant = new ScalingRules(300, Select.MAX, DOWN.policies(), OptionalDouble.empty());
        ScalingRules up = new ScalingRules(0, Select.MAX, UP.policies(), OptionalDouble.empty());
        Autoscaler usual = hpa(1, 100, up, tolerant);
        Decision bounce = usual.look(now, new Scale(10, 11, 11), new MetricReading.Value(10_000));
        assertThat(bounce.replicas()).hasValue(11);
        Decision still = hpa(1, 100, UP, DOWN).look(now, new Scale(10, 11, 11), new MetricReading.Value(10_000));
        assertThat(still.replicas()).isEmpty();
    }

    @Test
    void wakesOnlyWhatItHasScaledToZeroItself() {
        Autoscaler stranger = hpa(0, 10, UP, DOWN);
        replicas = 0;
        Decision off = look(stranger, new MetricReading.Value(3000));
        assertThat(replicas).isZero();
        assertThat(condition(off, "ScalingActive").reason()).isEqualTo("ScalingDisabled");

        Autoscaler hpa = hpa(0, 10, UP, DOWN);
        replicas = 1;
        assertThat(looks(hpa, 0, 21)).endsWith(0);
        Decision awake = look(hpa, new MetricReading.Value(3000));
        assertThat(replicas).isEqualTo(3);
        assertThat(condition(awake, "ScaledToZero").status()).isFalse();
    }

    private static Autoscaler hpa(int min, int max, ScalingRules up, ScalingRules down) {
        return new Autoscaler(new AutoscalerSpec(min, max, TargetType.AVERAGE_VALUE, 1000, up, down), "slurm", "gpu");
    }

    /** The replicas after each of so many looks at a metric that stays as it is. */
    private List<Integer> looks(Autoscaler hpa, int metric, int times) {
        List<Integer> seen = new java.util.ArrayList<>();
        for (int i = 0; i < times; i++) {
            look(hpa, new MetricReading.Value(1000L * metric));
            seen.add(replicas);
        }
        return seen;
    }

    private Decision look(Autoscaler hpa, MetricReading reading) {
        Decision decision = hpa.look(now, new Scale(replicas, replicas, replicas), reading);
        replicas = decision.replicas().orElse(replicas);
        now += 15;
        return decision;
    }

    private static Condition condition(Decision decision, String type) {
        return decision.conditions().stream()
                .filter(condition -> condition.type().equals(type))
                .reduce((earlier, later) -> later)
                .orElseThrow();
    }
}
