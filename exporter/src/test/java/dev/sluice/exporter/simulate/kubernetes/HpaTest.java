package dev.sluice.exporter.simulate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dev.sluice.exporter.simulate.kubernetes.ScalingRules.Policy;
import dev.sluice.exporter.simulate.kubernetes.ScalingRules.Select;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Expected numbers are worked by hand from the rules of Kubernetes' controller. */
class HpaTest {

    private static final ExternalMetric FAILING = ExternalMetric.pods(OptionalLong.empty());

    static Stream<Arguments> averageValues() {
        return Stream.of(
                argumentSet("0.90 is inside, to the edge", 20, 20, 18, 0.1, 20),
                argumentSet("0.85 is outside", 20, 20, 17, 0.1, 17),
                argumentSet("1.10 is inside: an eleventh node never comes", 10, 10, 11, 0.1, 10),
                argumentSet("1.11 is outside", 9, 9, 10, 0.1, 10),
                argumentSet("1.08 is inside: eight nodes never come", 100, 100, 108, 0.1, 100),
                argumentSet("with tolerance 0 they do", 100, 100, 108, 0.0, 108),
                argumentSet("1.11 of a hundred", 100, 100, 111, 0.1, 111),
                argumentSet("inside, existing pods are the answer, not the wanted", 10, 11, 11, 0.1, 11),
                argumentSet("so a draining pod that is not counted comes back", 10, 11, 10, 0.1, 11),
                argumentSet("nine wanted, ten exist: ten", 9, 10, 9, 0.1, 10),
                argumentSet("and with tolerance 0 nine", 9, 10, 9, 0.0, 9),
                argumentSet("from nothing, any number is outside", 0, 0, 3, 0.1, 3),
                argumentSet("nothing of nothing", 0, 0, 0, 0.1, 0));
    }

    @ParameterizedTest
    @MethodSource("averageValues")
    void dividesAverageValues(int spec, int status, long value, double tolerance, int expected) {
        ExternalMetric metric = ExternalMetric.pods(OptionalLong.of(value));

        assertThat(metric.proposal(new Scale(spec, status, status), tolerance, tolerance))
                .hasValue(expected);
    }

    static Stream<Arguments> values() {
        return Stream.of(
                argumentSet("three jobs wait, and a node is taken away", 4, 4, 3, 3),
                argumentSet("53 nodes for a need of 41", 8, 8, 33, 53),
                argumentSet("nothing waits, so nothing is needed", 10, 10, 0, 0),
                argumentSet("pods that are not ready multiply nothing", 16, 4, 35, 28),
                argumentSet("five waiting are always just right", 40, 2, 5, 40),
                argumentSet("from nothing", 0, 0, 12, 3));
    }

    @ParameterizedTest
    @MethodSource("values")
    void multipliesReadyPodsByValues(int spec, int ready, long pending, int expected) {
        ExternalMetric metric = ExternalMetric.threshold(5, OptionalLong.of(pending));

        assertThat(metric.proposal(new Scale(spec, spec, ready), 0.1, 0.1)).hasValue(expected);
    }

    @Test
    void failsForValueWhereThereAreNoPodsToMultiply() {
        ExternalMetric metric = ExternalMetric.threshold(5, OptionalLong.of(20));

        assertThat(metric.proposal(new Scale(3, 0, 0), 0.1, 0.1)).isEqualTo(OptionalInt.empty());
    }

    @Test
    void hasATolerancePerDirection() {
        ExternalMetric more = ExternalMetric.pods(OptionalLong.of(105));
        ExternalMetric less = ExternalMetric.pods(OptionalLong.of(95));
        Scale hundred = new Scale(100, 100, 100);

        assertThat(more.proposal(hundred, 0, 0.1)).hasValue(105);
        assertThat(less.proposal(hundred, 0, 0.1)).hasValue(100);
        assertThat(more.proposal(hundred, 0.1, 0)).hasValue(100);
        assertThat(less.proposal(hundred, 0.1, 0)).hasValue(95);
    }

    @Test
    void takesTheLargestOfSeveralMetrics() {
        assertThat(hpa(0, 50).sync(0, scale(5), List.of(wanting(7), wanting(9), wanting(6))))
                .isEqualTo(9);
    }

    @Test
    void growsAlthoughOneMetricFails() {
        assertThat(hpa(0, 50).sync(0, scale(5), List.of(FAILING, wanting(9)))).isEqualTo(9);
    }

    @Test
    void neverShrinksWhileOneMetricFails() {
        Hpa hpa = hpa(0, 50);

        assertThat(syncUntil(hpa, 600, scale(5), FAILING, wanting(2))).isEqualTo(5);
    }

    @Test
    void doesNothingWithoutAnyValue() {
        assertThat(syncUntil(hpa(0, 50), 600, scale(5), FAILING)).isEqualTo(5);
    }

    @Test
    void bringsATargetBetweenItsLimitsWithoutAskingMetrics() {
        assertThat(hpa(2, 10).sync(0, scale(14), List.of(FAILING))).isEqualTo(10);
        assertThat(hpa(2, 10).sync(0, scale(1), List.of(FAILING))).isEqualTo(2);
    }

    @Test
    void leavesATargetAloneThatOthersSetToZero() {
        assertThat(hpa(0, 10).sync(0, scale(0), List.of(wanting(5)))).isZero();
        assertThat(hpa(1, 10).sync(0, scale(0), List.of(wanting(5)))).isZero();
    }

    @Test
    void wakesATargetThatItSetToZeroItself() {
        Hpa hpa = hpa(0, 10);

        assertThat(syncUntil(hpa, 315, scale(1), wanting(0))).isZero();
        assertThat(hpa.sync(330, scale(0), List.of(FAILING))).isZero();
        assertThat(hpa.sync(345, scale(0), List.of(wanting(4)))).isEqualTo(4);
    }

    @Test
    void shrinksToTheMostThatWasRecommendedInTheWindow() {
        Hpa hpa = hpa(0, 50);
        hpa.sync(0, scale(10), List.of(wanting(10)));
        hpa.sync(15, scale(10), List.of(wanting(3)));
        hpa.sync(30, scale(10), List.of(wanting(6)));

        // What was recommended exactly 300 seconds ago no longer counts.
        assertThat(hpa.sync(285, scale(10), List.of(wanting(2)))).isEqualTo(10);
        assertThat(hpa.sync(300, scale(10), List.of(wanting(2)))).isEqualTo(6);
        assertThat(hpa.sync(330, scale(6), List.of(wanting(2)))).isEqualTo(2);
    }

    @Test
    void keepsWhatItFoundForAWindow() {
        assertThat(syncUntil(hpa(0, 200), 285, scale(100), wanting(0))).isEqualTo(100);
        assertThat(syncUntil(hpa(0, 200), 300, scale(100), wanting(0))).isZero();
    }

    @Test
    void growsToTheLeastThatWasRecommendedInTheWindow() {
        ScalingRules slow = new ScalingRules(0, 60, Select.MAX, List.of(Policy.pods(100, 15)));
        Hpa hpa = hpa(slow, ScalingRules.defaultDown());

        assertThat(hpa.sync(0, scale(5), List.of(wanting(9)))).isEqualTo(5);
        assertThat(hpa.sync(30, scale(5), List.of(wanting(8)))).isEqualTo(5);
        assertThat(hpa.sync(60, scale(5), List.of(wanting(12)))).isEqualTo(8);
    }

    @Test
    void growsByTheLargerOfFourPodsAndDoubleByDefault() {
        Hpa hpa = hpa(ScalingRules.defaultUp(), ScalingRules.defaultDown());

        assertThat(hpa.sync(0, scale(1), List.of(wanting(40)))).isEqualTo(5);
        assertThat(hpa.sync(15, scale(5), List.of(wanting(40)))).isEqualTo(10);
        assertThat(hpa.sync(30, scale(10), List.of(wanting(40)))).isEqualTo(20);
    }

    @Test
    void growsToFourOrDoubleWithoutABehavior() {
        Hpa hpa = new Hpa(new HpaSpec(1, 50, Optional.empty()));

        assertThat(hpa.sync(0, scale(1), List.of(wanting(10)))).isEqualTo(4);
        assertThat(hpa.sync(15, scale(4), List.of(wanting(10)))).isEqualTo(8);
        assertThat(hpa.sync(30, scale(8), List.of(wanting(10)))).isEqualTo(10);
    }

    @Test
    void countsAgeToTheSecondWithoutABehavior() {
        assertThat(syncUntil(new Hpa(new HpaSpec(1, 50, Optional.empty())), 300, scale(10), wanting(2)))
                .isEqualTo(10);
        assertThat(syncUntil(new Hpa(new HpaSpec(1, 50, Optional.empty())), 315, scale(10), wanting(2)))
                .isEqualTo(2);
    }

    @Test
    void spendsAPolicyOncePerPeriod() {
        ScalingRules perMinute = new ScalingRules(0, 0, Select.MAX, List.of(Policy.pods(1, 60)));
        Hpa hpa = hpa(perMinute, perMinute);

        assertThat(hpa.sync(0, scale(10), List.of(wanting(5)))).isEqualTo(9);
        assertThat(hpa.sync(15, scale(9), List.of(wanting(5)))).isEqualTo(9);
        assertThat(hpa.sync(45, scale(9), List.of(wanting(5)))).isEqualTo(9);
        assertThat(hpa.sync(60, scale(9), List.of(wanting(5)))).isEqualTo(8);
    }

    static Stream<Arguments> selections() {
        return Stream.of(
                argumentSet("the larger step up", Select.MAX, 20, 14),
                argumentSet("the smaller step up", Select.MIN, 20, 12),
                argumentSet("no step up", Select.DISABLED, 20, 10),
                argumentSet("the larger step down", Select.MAX, 2, 6),
                argumentSet("the smaller step down", Select.MIN, 2, 8),
                argumentSet("no step down", Select.DISABLED, 2, 10));
    }

    @ParameterizedTest
    @MethodSource("selections")
    void picksAmongPolicies(Select select, int wanted, int expected) {
        ScalingRules rules = new ScalingRules(0, 0, select, List.of(Policy.pods(2, 15), Policy.percent(40, 15)));

        assertThat(hpa(rules, rules).sync(0, scale(10), List.of(wanting(wanted))))
                .isEqualTo(expected);
    }

    private static Hpa hpa(int min, int max) {
        return new Hpa(HpaSpec.recommended(min, max, 0));
    }

    private static Hpa hpa(ScalingRules up, ScalingRules down) {
        return new Hpa(new HpaSpec(0, 50, Optional.of(new HpaSpec.Behavior(up, down))));
    }

    private static Scale scale(int pods) {
        return new Scale(pods, pods, pods);
    }

    private static ExternalMetric wanting(long pods) {
        return ExternalMetric.pods(OptionalLong.of(pods));
    }

    /** The last answer of a reconciliation every 15 seconds, with nothing else changing. */
    private static int syncUntil(Hpa hpa, long end, Scale scale, ExternalMetric... metrics) {
        int answer = scale.spec();
        for (long now = 0; now <= end; now += 15) {
            answer = hpa.sync(now, scale, List.of(metrics));
        }
        return answer;
    }
}
