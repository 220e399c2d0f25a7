package dev.sluice.lab.simulate.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartTimesTest {

    private static NodeSetSpec set(StartTimes starts) {
        return new NodeSetSpec(NodeType.plain("gpu"), 0, 0, 10, starts, 1);
    }

    /** A third of the starts take 60 to 120 s, a third take 120 to 300 s, and a third take 300 to 900 s. */
    @ParameterizedTest
    @CsvSource({"0, 60", "0.16666667, 90", "0.5, 210", "0.8333333333, 600", "1, 900"})
    void betweenQuantilesItIsStraight(double part, long seconds) {
        StartTimes starts = new StartTimes.Quantiles(List.of(300L, 60L, 120L, 900L));

        assertThat(starts.seconds(part)).isEqualTo(seconds);
    }

    /**
     * exp(z ln(600/180)/1.6449): z is -0.6745 at the quantile 0.25, 1.2816 at the quantile 0.9, and 2.3263 at the
     * quantile 0.99.
     */
    @ParameterizedTest
    @CsvSource({"0.25, 110", "0.5, 180", "0.9, 460", "0.95, 600", "0.99, 988"})
    void aLogNormalDistributionHasItsQuantiles(double part, long seconds) {
        assertThat((double) new StartTimes.LogNormal(180, 600).seconds(part)).isCloseTo(seconds, within(1.0));
    }

    @Test
    void theLongestStartsAreBounded() {
        StartTimes starts = new StartTimes.LogNormal(180, 600);

        // exp(3.29 ln(600/180)/1.6449) x 180
        assertThat((double) starts.seconds(1)).isCloseTo(2_000, within(10.0));
        assertThat((double) starts.seconds(0)).isCloseTo(16, within(1.0));
    }

    @Test
    void halfOfTheNodesStartWithinTheMedian() {
        NodeSetSpec set = set(new StartTimes.LogNormal(180, 600));

        long quick = LongStream.range(0, 10_000)
                .filter(at -> set.startDelay("gpu-3", 15 * at) <= 180)
                .count();
        long slow = LongStream.range(0, 10_000)
                .filter(at -> set.startDelay("gpu-3", 15 * at) > 600)
                .count();

        assertThat(quick).isCloseTo(5_000, within(200L));
        assertThat(slow).isCloseTo(500, within(80L));
        assertThat(set.startDelay()).isEqualTo(180);
    }

    @Test
    void aStartTakesEquallyLongWheneverItIsAsked() {
        NodeSetSpec set = set(new StartTimes.Quantiles(List.of(0L, 10_000L)));

        assertThat(set.startDelay("gpu-1", 30)).isEqualTo(set.startDelay("gpu-1", 30));
        assertThat(set.startDelay("gpu-1", 30))
                .isNotEqualTo(set.startDelay("gpu-2", 30))
                .isNotEqualTo(set.startDelay("gpu-1", 45))
                .isNotEqualTo(set.seeded(2).startDelay("gpu-1", 30));
    }
}
