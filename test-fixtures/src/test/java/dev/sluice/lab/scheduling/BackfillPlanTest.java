package dev.sluice.lab.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.lab.scheduling.BackfillPlan.Ending;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The cluster has nodes a, b, c and d, with 8 CPUs and two GPUs each. The current time is 100 s. */
class BackfillPlanTest {

    private static final Need WHOLE = new Need(0, 0, 0, Optional.empty(), true);

    private final List<FreeResources> nodes = new ArrayList<>();
    private final List<Ending> running = new ArrayList<>();

    BackfillPlanTest() {
        for (String name : List.of("a", "b", "c", "d")) {
            nodes.add(new FreeResources(new NodeSpec(name, 8, 32_000, List.of("h100", "h100"), List.of(), 1, false)));
        }
    }

    @Test
    void takesTheNodesThatAreFreeSoonest() {
        run(0, cpus(8), 500);
        run(1, cpus(8), 300);
        run(2, cpus(8), 400);
        run(3, cpus(8), 600);

        assertThat(plan(2, WHOLE)).contains(new BackfillPlan(400, Set.of("b", "c")));
        assertThat(plan(4, WHOLE)).contains(new BackfillPlan(600, Set.of("a", "b", "c", "d")));
        assertThat(nodes.get(0).cpus()).as("a plan changes no node").isZero();
    }

    @Test
    void nodesThatAreFreeNowComeFirst() {
        run(0, cpus(8), 500);
        run(1, cpus(8), 300);

        assertThat(plan(3, WHOLE)).contains(new BackfillPlan(300, Set.of("b", "c", "d")));
        assertThat(plan(1, WHOLE)).contains(new BackfillPlan(100, Set.of("c")));
    }

    @Test
    void ofNodesThatAreFreeAtTheSameTimeThePreferredOnesAreTaken() {
        for (int node = 3; node >= 0; node--) {
            run(node, cpus(8), 300);
        }

        assertThat(plan(2, WHOLE)).contains(new BackfillPlan(300, Set.of("a", "b")));
    }

    @Test
    void aNodeIsFreeWhenEnoughOfItsJobsHaveEnded() {
        run(0, cpus(3), 700);
        run(0, cpus(3), 300);
        run(0, cpus(2), 500);
        run(1, cpus(8), 900);
        run(2, cpus(8), 900);
        run(3, cpus(8), 900);

        assertThat(plan(1, cpus(3))).contains(new BackfillPlan(300, Set.of("a")));
        assertThat(plan(1, cpus(5))).contains(new BackfillPlan(500, Set.of("a")));
        assertThat(plan(1, WHOLE)).contains(new BackfillPlan(700, Set.of("a")));
    }

    @Test
    void countsGpusToo() {
        Need gpu = new Need(1, 0, 2, Optional.of("h100"), false);
        for (int node = 0; node < 4; node++) {
            run(node, new Need(1, 0, 1, Optional.empty(), false), 400 + node);
        }

        assertThat(plan(2, gpu)).contains(new BackfillPlan(401, Set.of("a", "b")));
    }

    @Test
    void thereIsNoPlanWhereTheNodesAreTooFewOrTooSmall() {
        run(0, cpus(8), 300);

        assertThat(plan(5, WHOLE)).isEmpty();
        assertThat(plan(1, cpus(9))).isEmpty();
    }

    @Test
    void aJobThatHasOverrunItsLimitEndsNowAtTheEarliest() {
        for (int node = 0; node < 4; node++) {
            run(node, cpus(8), 40);
        }

        assertThat(plan(1, WHOLE)).contains(new BackfillPlan(100, Set.of("a")));
    }

    @Test
    void aJobThatEndsInTimeOrRunsElsewhereDelaysNothing() {
        BackfillPlan plan = new BackfillPlan(400, Set.of("a", "b"));

        assertThat(plan.isDelayedBy("a", 401)).isTrue();
        assertThat(plan.isDelayedBy("a", 400)).isFalse();
        assertThat(plan.isDelayedBy("c", 401)).isFalse();
    }

    private Optional<BackfillPlan> plan(int count, Need need) {
        return BackfillPlan.of(nodes, count, need, running, 100);
    }

    private void run(int node, Need need, long limitAt) {
        NodeAllocation allocation = nodes.get(node).offer(need).orElseThrow();
        nodes.get(node).take(allocation);
        running.add(new Ending(limitAt, allocation));
    }

    private static Need cpus(int number) {
        return new Need(number, 0, 0, Optional.empty(), false);
    }
}
