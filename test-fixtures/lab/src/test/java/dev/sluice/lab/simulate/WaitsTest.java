package dev.sluice.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class WaitsTest {

    @Test
    void takesTheNearestRank() {
        List<Long> twenty = LongStream.rangeClosed(1, 20).boxed().toList();

        assertThat(Waits.of(twenty)).isEqualTo(new Waits(20, 10.5, 19, 20));
    }

    @Test
    void ofOneAllAreTheSame() {
        assertThat(Waits.of(List.of(7L))).isEqualTo(new Waits(1, 7, 7, 7));
    }

    @Test
    void ofNoneNothingIsKnown() {
        assertThat(Waits.of(List.of()).started()).isZero();
    }
}
