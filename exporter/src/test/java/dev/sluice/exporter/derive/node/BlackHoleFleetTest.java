package dev.sluice.exporter.derive.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the detection of black holes in a generated fleet. */
@Tag("slow")
class BlackHoleFleetTest {

    private static final int POLLS_A_DAY = 4 * 60 * 24;
    private static final int INJECTED = 50;

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void namesNoNodeInAThousandNodeDaysWithUsersWhoseJobsFailEverywhere(long seed) {
        MadeFleet fleet = new MadeFleet(seed, true);
        List<String> named = new ArrayList<>();
        for (int poll = 0; poll < 25 * POLLS_A_DAY; poll++) {
            named.addAll(fleet.poll());
        }

        assertThat(named).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void namesABlackHoleBeforeASixthJobFails(long seed) {
        MadeFleet fleet = new MadeFleet(seed, false);
        List<Integer> failed = new ArrayList<>();
        for (int poll = 0; poll < 4 * POLLS_A_DAY; poll++) {
            fleet.poll();
        }
        while (failed.size() < INJECTED) {
            int node = fleet.node();
            fleet.breakNode(node);
            while (!fleet.poll().contains("n" + node) && fleet.failed() < 20) {}
            failed.add(fleet.failed());
            fleet.breakNode(MadeFleet.NO_NODE);
            for (int poll = 0; poll < POLLS_A_DAY / 4; poll++) {
                fleet.poll();
            }
        }

        assertThat(failed).allMatch(jobs -> jobs <= 5);
    }
}
