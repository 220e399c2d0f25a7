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

        assertThat(recommended(180)).contains(0L);
        assertThat(recommended(720)).contains(420L);
    }

    @Test
    void weighsShortGapsAgainstLongOnes() {
        gaps(20, 1, 60);
        gaps(10, 1, 7_200);

        // Without a window: 30 x 360 = 10,800. With 60 s: 20 x 60 + 10 x (60 + 360) = 5,400.
        assertThat(recommended(180)).contains(90L);

        gaps(10, 5, 7_200);
        // 10 gaps of 5 nodes each. Without a window: (30 + 50) x 360 = 28,800. With 60 s: 1,200 + 60 x 420 = 26,400.
        assertThat(recommended(180)).contains(90L);

        gaps(40, 5, 7_200);
        // Without a window: (30 + 250) x 360 = 100,800. With 60 s: 1,200 + 260 x 420 = 110,400.
        assertThat(recommended(180)).contains(0L);
    }

    @Test
    void endsTheYoungestGapFirst() {
        needs(10);
        for (int i = 0; i < 10; i++) {
            now += 60;
            needs(5);
            now += 60;
            needs(3);
            now += 60;
            needs(5);
        }
        // The gap from 5 nodes to 3 nodes and back lasts 60 s each time. The gap of nodes 6 to 10 has not ended.
        assertThat(recommended(180)).contains(90L);
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
