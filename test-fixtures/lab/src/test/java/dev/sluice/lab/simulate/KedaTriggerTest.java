package dev.sluice.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.lab.kubernetes.Hpa.Scale;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class KedaTriggerTest {

    private final KedaTrigger trigger = new KedaTrigger(NodeSetSpec.batch(0, 100));

    @Test
    void goesToIdleMoreThanItsCooldownAfterTheLastJobWaited() {
        trigger.sync(0, new Scale(1, 1, 1), OptionalLong.of(1));

        assertThat(syncFrom(15, 300)).isEqualTo(1);
        assertThat(syncFrom(315, 330)).isZero();
    }

    @Test
    void asksForTheMetricEveryThirtySecondsAndWakesAnIdleTargetToItsMinimum() {
        assertThat(trigger.sync(0, new Scale(0, 0, 0), OptionalLong.of(0))).isZero();
        assertThat(trigger.sync(15, new Scale(0, 0, 0), OptionalLong.of(40))).isZero();
        assertThat(trigger.sync(30, new Scale(0, 0, 0), OptionalLong.of(40))).isEqualTo(1);
    }

    @Test
    void leavesTheNumbersBetweenToTheHpa() {
        // 33 / 5 = 6.6, and 6.6 times 8 ready pods is 53 pods. However, one step at most doubles the number of pods.
        assertThat(trigger.sync(0, new Scale(8, 8, 8), OptionalLong.of(33))).isEqualTo(16);
    }

    private int syncFrom(long from, long to) {
        int answer = -1;
        for (long now = from; now <= to; now += 15) {
            answer = trigger.sync(now, new Scale(1, 1, 1), OptionalLong.of(0));
        }
        return answer;
    }
}
