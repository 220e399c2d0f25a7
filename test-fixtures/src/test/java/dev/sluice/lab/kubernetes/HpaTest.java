package dev.sluice.lab.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dev.sluice.lab.kubernetes.Hpa.Decision;
import dev.sluice.lab.kubernetes.Hpa.Decision.Basis;
import dev.sluice.lab.kubernetes.Hpa.ExternalMetric;
import dev.sluice.lab.kubernetes.Hpa.Scale;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The expected replicas are calculated by hand from the rules of Kubernetes' controller. */
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
                argumentSet("inside, existing pods are the response, not the wanted", 10, 11, 11, 0.1, 11),
                argumentSet("so a draining pod that is not counted comes back", 10, 11, 10, 0.1, 11),
                argumentSet("nine wanted, ten exist: ten", 9, 10, 9, 0.1, 10),
                argumentSet("and with tolerance 0 nine", 9, 10, 9, 0.0, 9),
                argumentSet("from nothing, any number is outside", 0, 0, 3, 0.1, 3),
                argumentSet("nothing of nothing", 0, 0, 0, 0.1, 0),
                argumentSet("0.90 is outside with tolerance 0", 20, 20, 18, 0.0, 18),
                argumentSet("1.10 too", 10, 10, 11, 0.0, 11),
                argumentSet("eleven exist, nine are enough", 10, 11, 9, 0.1, 9),
                argumentSet("nothing of four", 4, 4, 0, 0.1, 0));
    }

    @ParameterizedTest
    @MethodSource("averageValues")
    void dividesAverageValues(int spec, int status, long value, double tolerance, int expected) {
        ExternalMetric metric = ExternalMetric.pods(OptionalLong.of(value));

        assertThat(metric.proposal(new Scale(spec, status, status), tolerance)).hasValue(expected);
    }

    static Stream<Arguments> values() {
        return Stream.of(
                argumentSet("three jobs wait, and a node is taken away", 4, 4, 3, 3),
                argumentSet("53 nodes for a need of 41", 8, 8, 33, 53),
                argumentSet("nothing waits, so nothing is needed", 10, 10, 0, 0),
                argumentSet("pods that are not ready multiply nothing", 16, 4, 35, 28),
                argumentSet("four of six are ready", 6, 4, 10, 8),
                argumentSet("five waiting are always just right", 40, 2, 5, 40),
                argumentSet("ten too", 10, 10, 5, 10),
                argumentSet("from nothing", 0, 0, 12, 3));
    }

    @ParameterizedTest
    @MethodSource("values")
    void multipliesReadyPodsByValues(int spec, int ready, long pending, int expected) {
        ExternalMetric metric = ExternalMetric.threshold(5, OptionalLong.of(pending));

        assertThat(metric.proposal(new Scale(spec, spec, ready), 0.1)).hasValue(expected);
    }

    @Test
    void failsForValueWhereThereAreNoPodsToMultiply() {
        ExternalMetric metric = ExternalMetric.threshold(5, OptionalLong.of(20));

        assertThat(metric.proposal(new Scale(3, 0, 0), 0.1)).isEqualTo(OptionalInt.empty());
    }

    @ParameterizedTest
    @CsvSource({"2500, 1000, 1, 3", "5000, 2000, 1, 3", "3500, 1000, 2, 4", "1, 1000, 3, 1"})
    void roundsUp(long milli, long targetMilli, int status, int expected) {
        assertThat(average(milli, targetMilli, status)).hasValue(expected);
    }

    @Test
    void takesANegativeSumForAnOverflowAndStopsAtTheLargestInt() {
        assertThat(average(-1, 1_000, 3)).hasValue(2_147_483_647);
        assertThat(average(Long.MAX_VALUE, 1, 3)).hasValue(2_147_483_647);
    }

    private static OptionalInt average(long milli, long targetMilli, int status) {
        ExternalMetric metric =
                new ExternalMetric(ExternalMetric.Target.AVERAGE_VALUE, targetMilli, OptionalLong.of(milli));
        return metric.proposal(new Scale(status, status, status), 0.1);
    }

    @Test
    void takesTheLargestOfSeveralMetricsAlsoIfOneFails() {
        assertThat(sync(hpa(0, 50), 0, 5, wanting(7), wanting(9), wanting(6))).isEqualTo(9);
        assertThat(sync(hpa(0, 50), 0, 5, FAILING, wanting(9))).isEqualTo(9);
    }

    @Test
    void neverShrinksWhileAMetricFails() {
        assertThat(syncUntil(hpa(0, 50), 600, 5, FAILING, wanting(2))).isEqualTo(5);
        assertThat(syncUntil(hpa(0, 50), 600, 5, FAILING)).isEqualTo(5);
        assertThat(hpa(2, 10).sync(0, scale(4), List.of(FAILING)).basis()).isEqualTo(Basis.METRICS_FAILED);
    }

    @Test
    void bringsATargetBetweenItsLimitsWithoutAskingMetrics() {
        assertThat(hpa(2, 10).sync(0, scale(14), List.of(FAILING))).isEqualTo(new Decision(Basis.OUT_OF_RANGE, 10));
        assertThat(sync(hpa(2, 10), 0, 1, FAILING)).isEqualTo(2);
    }

    @Test
    void leavesATargetAloneThatOthersSetToZero() {
        assertThat(hpa(0, 10).sync(0, scale(0), List.of(wanting(5))))
                .isEqualTo(new Decision(Basis.SCALING_DISABLED, 0));
        assertThat(sync(hpa(1, 10), 0, 0, wanting(5))).isZero();
    }

    @Test
    void wakesATargetThatItSetToZeroItself() {
        Hpa hpa = hpa(0, 10);

        assertThat(syncUntil(hpa, 315, 1, wanting(0))).isZero();
        assertThat(sync(hpa, 330, 0, FAILING)).isZero();
        assertThat(sync(hpa, 345, 0, wanting(4))).isEqualTo(4);
    }

    @Test
    void shrinksToTheMostThatWasRecommendedInTheWindow() {
        Hpa hpa = hpa(0, 50);
        sync(hpa, 0, 10, wanting(10));
        sync(hpa, 15, 10, wanting(3));
        sync(hpa, 30, 10, wanting(6));

        // A recommendation that is exactly 300 seconds old no longer counts.
        assertThat(sync(hpa, 285, 10, wanting(2))).isEqualTo(10);
        assertThat(sync(hpa, 300, 10, wanting(2))).isEqualTo(6);
        assertThat(sync(hpa, 330, 6, wanting(2))).isEqualTo(2);
    }

    @Test
    void keepsWhatItFoundForAWindowWhoseEndCountsOnlyWithoutABehavior() {
        assertThat(syncUntil(hpa(0, 200), 285, 100, wanting(0))).isEqualTo(100);
        assertThat(syncUntil(hpa(0, 200), 300, 100, wanting(0))).isZero();
        assertThat(syncUntil(withoutBehavior(), 300, 10, wanting(2))).isEqualTo(10);
        assertThat(syncUntil(withoutBehavior(), 315, 10, wanting(2))).isEqualTo(2);
    }

    @Test
    void growsToFourOrDoubleWithoutABehavior() {
        Hpa hpa = withoutBehavior();

        assertThat(sync(hpa, 0, 1, wanting(10))).isEqualTo(4);
        assertThat(sync(hpa, 15, 4, wanting(10))).isEqualTo(8);
        assertThat(sync(hpa, 30, 8, wanting(10))).isEqualTo(10);
    }

    @Test
    void raisesTheSpecToAStatusThatStillDrainsWhereTheToleranceIsTheUsual() {
        Scale draining = new Scale(10, 11, 11);

        assertThat(withoutBehavior().sync(0, draining, List.of(wanting(10))).replicas())
                .isEqualTo(11);
        assertThat(hpa(0, 50).sync(0, draining, List.of(wanting(10))).replicas())
                .isEqualTo(10);
    }

    @Test
    void keepsBetweenItsLimitsWhatItsMetricsPropose() {
        assertThat(hpa(2, 10).sync(0, scale(4), List.of(wanting(50)))).isEqualTo(new Decision(Basis.METRICS, 10));
        assertThat(new Hpa(new Hpa.Spec(2, 10, OptionalLong.of(0))).sync(0, scale(4), List.of(wanting(0))))
                .isEqualTo(new Decision(Basis.METRICS, 2));
    }

    @Test
    void forgetsOnlyWithARescaleThatItScaledToZero() {
        Hpa hpa = Hpa.thatScaledToZero(new Hpa.Spec(0, 50, OptionalLong.of(Hpa.DEFAULT_WINDOW)));

        // Somebody sets the replicas to 3 and back to 0. The HPA forgets that it scaled to zero only when the HPA
        // itself changes the replicas.
        assertThat(sync(hpa, 0, 3, wanting(3))).isEqualTo(3);
        assertThat(sync(hpa, 15, 0, wanting(4))).isEqualTo(4);
        assertThat(sync(hpa, 30, 0, wanting(4))).isZero();
    }

    private static Hpa hpa(int min, int max) {
        return new Hpa(new Hpa.Spec(min, max, OptionalLong.of(Hpa.DEFAULT_WINDOW)));
    }

    private static Hpa withoutBehavior() {
        return new Hpa(new Hpa.Spec(1, 50, OptionalLong.empty()));
    }

    private static int sync(Hpa hpa, long now, int pods, ExternalMetric... metrics) {
        return hpa.sync(now, scale(pods), List.of(metrics)).replicas();
    }

    private static Scale scale(int pods) {
        return new Scale(pods, pods, pods);
    }

    private static ExternalMetric wanting(long pods) {
        return ExternalMetric.pods(OptionalLong.of(pods));
    }

    /** Reconciles every 15 seconds, without other changes. Returns the result of the last reconciliation. */
    private static int syncUntil(Hpa hpa, long end, int pods, ExternalMetric... metrics) {
        int answer = pods;
        for (long now = 0; now <= end; now += 15) {
            answer = sync(hpa, now, pods, metrics);
        }
        return answer;
    }
}
