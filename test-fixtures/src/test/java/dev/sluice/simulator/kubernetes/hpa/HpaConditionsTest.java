package dev.sluice.simulator.kubernetes.hpa;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.lab.hpa.Decision;
import dev.sluice.lab.hpa.Decision.Basis;
import dev.sluice.lab.hpa.Decision.Limit;
import dev.sluice.lab.hpa.Scale;
import dev.sluice.simulator.kubernetes.hpa.HpaConditions.Condition;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HpaConditionsTest {
    private static final MetricReading VALUE = new MetricReading.Value(10_000);

    private final HpaConditions words = new HpaConditions("slurm", "gpu");

    @Test
    void saysThatARateLimitsTheChange() {
        List<Condition> conditions = of(new Decision(Basis.METRICS, 8, 10, 10, Limit.SCALE_UP_RATE), 4, VALUE);
        assertThat(last(conditions, "ScalingLimited"))
                .isEqualTo(new Condition(
                        "ScalingLimited",
                        true,
                        "ScaleUpLimit",
                        "the desired replica count is increasing faster than the maximum scale rate"));
        assertThat(last(conditions, "AbleToScale").message())
                .isEqualTo("the HPA controller was able to update the target scale to 8");
    }

    @ParameterizedTest
    @CsvSource({
        "NONE, false, DesiredWithinRange",
        "SCALE_UP_RATE, true, ScaleUpLimit",
        "MAX_REPLICAS, true, TooManyReplicas",
        "MIN_REPLICAS, true, TooFewReplicas"
    })
    void namesTheLimitAsTheControllerDoes(Limit limit, boolean limited, String reason) {
        Condition condition = last(of(new Decision(Basis.METRICS, 5, 9, 9, limit), 4, VALUE), "ScalingLimited");
        assertThat(condition.status()).isEqualTo(limited);
        assertThat(condition.reason()).isEqualTo(reason);
    }

    @ParameterizedTest
    @CsvSource({"2, 12, ScaleDownStabilized", "15, 12, ScaleUpStabilized", "12, 12, ReadyForNewScale"})
    void saysInWhichDirectionARecommendationIsHeldBack(int proposed, int stabilized, String reason) {
        List<Condition> conditions = of(new Decision(Basis.METRICS, 12, proposed, stabilized, Limit.NONE), 12, VALUE);
        assertThat(last(conditions, "AbleToScale").reason()).isEqualTo(reason);
    }

    @Test
    void repeatsWhyTheMetricFailed() {
        // A real HPA has exactly this message for such a response.
        List<Condition> conditions = of(
                new Decision(Basis.METRICS_FAILED, 4, 4, 4, Limit.NONE),
                4,
                new MetricReading.Failure("slurmrestd has not answered for 95 s"));
        assertThat(last(conditions, "ScalingActive"))
                .isEqualTo(new Condition(
                        "ScalingActive",
                        false,
                        "FailedGetExternalMetric",
                        "the HPA was unable to compute the replica count: unable to get external metric"
                                + " slurm/slurm_nodeset_desired_replicas/&LabelSelector{MatchLabels:map[string]string"
                                + "{nodeset: gpu,},MatchExpressions:[]LabelSelectorRequirement{},}: unable to fetch"
                                + " metrics from external metrics API: slurmrestd has not answered for 95 s"));
        assertThat(conditions).hasSize(2);
    }

    @Test
    void saysThatSomebodyElseHasSetZero() {
        List<Condition> conditions = of(new Decision(Basis.SCALING_DISABLED, 0, 0, 0, Limit.NONE), 0, VALUE);
        assertThat(last(conditions, "ScalingActive").status()).isFalse();
        assertThat(last(conditions, "ScalingActive").reason()).isEqualTo("ScalingDisabled");
    }

    @Test
    void saysNothingOfMetricsThatItHasNotRead() {
        assertThat(of(new Decision(Basis.OUT_OF_RANGE, 10, 10, 10, Limit.NONE), 14, VALUE))
                .extracting(Condition::reason)
                .containsExactly("SucceededGetScale", "SucceededRescale", "NotScaledToZero");
    }

    @Test
    void saysWhetherItHasScaledToZeroItself() {
        assertThat(last(of(new Decision(Basis.METRICS, 0, 0, 0, Limit.NONE), 1, VALUE), "ScaledToZero")
                        .status())
                .isTrue();
        assertThat(last(of(new Decision(Basis.METRICS, 3, 3, 3, Limit.NONE), 0, VALUE), "ScaledToZero")
                        .status())
                .isFalse();
    }

    private List<Condition> of(Decision decision, int current, MetricReading reading) {
        return words.of(decision, new Scale(current, current, current), reading);
    }

    private static Condition last(List<Condition> conditions, String type) {
        return conditions.stream()
                .filter(condition -> condition.type().equals(type))
                .reduce((earlier, later) -> later)
                .orElseThrow();
    }
}
