package dev.sluice.exporter.derive.signal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Tests the cheapest windows; the expected values are calculated by hand. A node needs 180 s to start, so a restart
 * costs 360 s.
 */
class ScaleDownWindowsTest {

    private static final PoolName POOL = new PoolName("alpha", "slurm", "gpu", "NodeSet", "v1");

    private final ScaleDownWindows windows = new ScaleDownWindows();
    private long now;

    private void needs(long nodes) {
        PoolDemand pool = new PoolDemand(
                POOL,
                nodes,
                0,
                100,
                0,
                0,
                0,
                0,
                new TreeMap<>(),
                new TreeMap<>(),
                0,
                0,
                Map.of(),
                Map.of(),
                0,
                Optional.empty(),
                Set.of(),
                List.of());
        windows.observe(
                new ScalingDemand(List.of(pool), List.of(), List.of(), Map.of(), List.of(), Map.of(), Map.of(), 0),
                Instant.ofEpochSecond(now));
    }

    /** Repeats this pattern: nodes are needed for 600 s, and then not needed for some time. */
    private void gaps(int count, long nodes, long seconds) {
        for (int i = 0; i < count; i++) {
            needs(nodes);
            now += 600;
            needs(0);
            now += seconds;
        }
        needs(nodes);
    }

    private Optional<Long> recommended(long start) {
        return Optional.ofNullable(windows.recommended(Map.of(POOL, Duration.ofSeconds(start)))
                        .get(POOL))
                .map(Duration::toSeconds);
    }

    @Test
    void keepsNodesOverGapsThatAreShorterThanARestartCosts() {
        gaps(10, 4, 300);

        // If a gap ends at the same time as the window, the gap is too long for the window.
        assertThat(recommended(180)).contains(330L);
    }

    @Test
    void keepsNoNodesOverGapsThatAreLonger() {
        gaps(10, 4, 400);

        assertThat(recommended(180)).contains(150L);
        assertThat(recommended(720)).contains(420L);
    }

    @Test
    void weighsShortGapsAgainstLongOnes() {
        gaps(20, 1, 180);
        gaps(10, 1, 7_200);

        // Without a window: 30 x 360 = 10,800. With 180 s: 20 x 180 + 10 x (180 + 360) = 9,000.
        assertThat(recommended(180)).contains(210L);

        gaps(10, 5, 7_200);
        // Without a window: (30 + 50) x 360 = 28,800. With 180 s: 3,600 + 60 x 540 = 36,000.
        assertThat(recommended(180)).contains(150L);
    }

    /** With a window of seconds, jobs often start on nodes that the operator is about to drain. */
    @Test
    void neverRecommendsLessThanTheDelaysOfAScaleIn() {
        gaps(10, 1, 20);

        assertThat(recommended(180)).contains(150L);
    }

    @Test
    void endsTheYoungestGapFirst() {
        needs(10);
        for (int i = 0; i < 10; i++) {
            now += 60;
            needs(5);
            now += 60;
            needs(3);
            now += 160;
            needs(5);
        }
        // The gap from 5 nodes to 3 nodes and back lasts 160 s each time. The gap of nodes 6 to 10 has not ended.
        assertThat(recommended(180)).contains(180L);
    }

    @Test
    void saysNothingWithoutHistory() {
        gaps(9, 4, 300);
        assertThat(recommended(180)).isEmpty();

        gaps(1, 4, 300);
        assertThat(recommended(0)).isEmpty();
        assertThat(windows.recommended(Map.of())).isEmpty();
        assertThat(recommended(180)).isPresent();
    }

    @Test
    void recommendsNoLongerWindowThanAnHpaTakes() {
        gaps(10, 4, 3_590);

        assertThat(recommended(1_800)).contains(3_600L);
    }

    @Test
    void forgetsNodeSetsThatAreGone() {
        gaps(10, 4, 300);
        windows.observe(
                new ScalingDemand(List.of(), List.of(), List.of(), Map.of(), List.of(), Map.of(), Map.of(), 0),
                Instant.ofEpochSecond(now));

        assertThat(recommended(180)).isEmpty();
    }
}
