package dev.sluice.exporter.derive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.exporter.derive.BlackHoles.BlackHole;
import dev.sluice.exporter.derive.JobLife.JobEnd;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests cases that are calculated by hand. 40 jobs of ann and 40 jobs of ben succeeded on other nodes. The next job of
 * each user therefore fails with a probability of 0.5 / 41 = 1.22 %.
 */
class BlackHolesTest {

    private static final long NOW = JobBuilder.NOW;

    private final BlackHoles holes = new BlackHoles();
    private final List<Job> running = new ArrayList<>();
    private long nextId = 1;

    private long ends(String user, String nodes, JobState state, long startedAt, long seconds) {
        long id = nextId++;
        holes.ended(new JobEnd(
                JobBuilder.job(id)
                        .owner("account", user, "normal")
                        .runningOn(nodes)
                        .state(state)
                        .ran(startedAt, startedAt + seconds)
                        .build(),
                JobEnd.Kind.END));
        return id;
    }

    private long fails(String user, String nodes, long startedAt) {
        return ends(user, nodes, JobState.FAILED, startedAt, 5);
    }

    private void threeFail(String node, long startedAt) {
        fails("ann", node, startedAt);
        fails("ben", node, startedAt + 10);
        fails("cal", node, startedAt + 20);
    }

    private void fine(String user, String nodes, int times, long startedAt) {
        for (int i = 0; i < times; i++) {
            ends(user, nodes, JobState.COMPLETED, startedAt, 1_000);
        }
    }

    private void fineBefore(String... users) {
        for (String user : users) {
            fine(user, "n9", 40, NOW - 10_000);
        }
    }

    private void runs(String user, String nodes, long startedAt) {
        running.add(JobBuilder.job(nextId++)
                .owner("account", user, "normal")
                .runningOn(nodes)
                .ran(startedAt, 0)
                .build());
    }

    private List<BlackHole> look(long at) {
        return holes.observe(running, Instant.ofEpochSecond(at));
    }

    private List<String> named(long at) {
        return look(at).stream().map(BlackHole::node).toList();
    }

    @Test
    void threeJobsOfTwoUsersWithTheEvidence() {
        fineBefore("ann", "ben");
        runs("ann", "n2", NOW - 100);
        long first = fails("ann", "n1", NOW);
        long second = fails("ben", "n1", NOW + 10);
        assertThat(look(NOW + 15)).isEmpty();
        long third = fails("ann", "n1", NOW + 20);

        assertThat(look(NOW + 30)).singleElement().satisfies(hole -> {
            assertThat(hole.node()).isEqualTo("n1");
            assertThat(hole.users()).isEqualTo(2);
            assertThat(hole.jobs())
                    .containsExactly(
                            new Run(first, "ann", "n1", NOW, NOW + 5, true),
                            new Run(second, "ben", "n1", NOW + 10, NOW + 15, true),
                            new Run(third, "ann", "n1", NOW + 20, NOW + 25, true));
            // The factor is (0.5 / 42)^2 for ann: one more job of ann is running, and counts as successful. The factor
            // is 0.5 / 41 for ben.
            assertThat(hole.chance()).isCloseTo(1.728e-6, within(1e-9));
        });
    }

    @Test
    void oneUntilAJobRunsThereAlsoWhenOnlyOneFailureIsRemembered() {
        fineBefore("ann", "ben", "cal");
        fails("ann", "n1", NOW);
        fails("ben", "n1", NOW + 10);
        fails("cal", "n1", NOW + 5_000);
        assertThat(named(NOW + 5_100)).containsExactly("n1");
        assertThat(named(NOW + 86_400 + 100)).containsExactly("n1");
        runs("dan", "n1", NOW + 86_400);

        assertThat(named(NOW + 86_400 + 200)).isEmpty();
    }

    /** Three users need no jobs on other nodes at the same time. Each job has its own nodes. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {"n1 n1 n1 n1", "n[1-2] n1,n3 n[1,4] n1", "n[1-2] n[1-2] n[1-2] ''"})
    void theOnlyNodeThatAllFailedJobsShare(String ann, String ben, String cal, String named) {
        fineBefore("ann", "ben", "cal");
        fails("ann", ann, NOW);
        fails("ben", ben, NOW + 10);
        fails("cal", cal, NOW + 20);

        assertThat(String.join(",", named(NOW + 30))).isEqualTo(named);
    }

    /**
     * Two users each make a mistake in their newest program. Their jobs fail on the only free node. Two failures count.
     */
    @Test
    void noManyFailuresOfTwoUsersWithoutAJobElsewhereAtTheSameTime() {
        fineBefore("ann", "ben");
        for (int i = 0; i < 5; i++) {
            fails("ann", "n1", NOW + 20L * i);
            fails("ben", "n1", NOW + 20L * i + 10);
        }

        assertThat(named(NOW + 200)).isEmpty();
    }

    @Test
    void noJobsOfOneUser() {
        fineBefore("ann");
        runs("ann", "n2", NOW - 100);
        for (int i = 0; i < 10; i++) {
            fails("ann", "n1", NOW + 10L * i);
        }

        assertThat(named(NOW + 100)).isEmpty();
    }

    /** The cluster has more nodes than are evaluated together. */
    @Test
    void oneNodeAmongThousandsOnWhichTwoUsersJobsAlwaysFail() {
        fineBefore("ann", "ben", "cal");
        for (int node = 1; node <= 2_000; node++) {
            runs("dan", "n[%d,9001-9064]".formatted(node), NOW - 1_000);
            for (String user : List.of("eve", "mal", "eve", "mal")) {
                fails(user, "n" + node, NOW);
            }
        }
        for (String user : List.of("ann", "ben", "cal")) {
            fails(user, "n1500", NOW + 10);
        }

        assertThat(named(NOW + 30)).containsExactly("n1500");
    }

    @Test
    void noJobsOfUsersWhoseJobsFailEverywhere() {
        for (String user : List.of("ann", "ben", "cal")) {
            fine(user, "n9", 5, NOW - 10_000);
            for (String node : List.of("n1", "n2", "n3", "n4")) {
                fails(user, node, NOW);
                fails(user, node, NOW + 10);
            }
        }

        assertThat(named(NOW + 100)).isEmpty();
    }

    @Test
    void noJobsOfUsersWithoutAnyFineJob() {
        for (String user : List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p")) {
            fails(user, "n1", NOW);
        }

        assertThat(named(NOW + 100)).isEmpty();
    }

    private void makeHole() {
        fineBefore("ann", "ben", "cal");
        threeFail("n1", NOW);
        assertThat(named(NOW + 30)).containsExactly("n1");
    }

    @Test
    void aJobThatCompletesClearsTheNode() {
        makeHole();
        ends("ann", "n1", JobState.COMPLETED, NOW + 300, 10);

        assertThat(named(NOW + 330)).isEmpty();
    }

    @Test
    void aJobThatHasRunForAMinuteClearsTheNode() {
        makeHole();
        runs("ann", "n1", NOW + 300);

        assertThat(named(NOW + 359)).containsExactly("n1");
        assertThat(named(NOW + 360)).isEmpty();
    }

    @Test
    void aJobThatRanBeforeDoesNotClearTheNode() {
        makeHole();
        runs("ann", "n1", NOW - 5_000);
        ends("ben", "n1", JobState.COMPLETED, NOW - 6_000, 6_100);

        assertThat(named(NOW + 360)).containsExactly("n1");
    }

    @Test
    void aDayWithoutAFurtherFailureClearsTheNode() {
        makeHole();

        assertThat(named(NOW + 86_000)).containsExactly("n1");
        assertThat(named(NOW + 87_000)).isEmpty();
    }

    /** Failures from before the repair do not count for the repaired node. */
    @Test
    void aRepairedNodeIsNamedAgain() {
        makeHole();
        ends("ann", "n1", JobState.COMPLETED, NOW + 300, 10);
        threeFail("n1", NOW + 400);

        assertThat(named(NOW + 430)).containsExactly("n1");
    }

    /** Every second job on a debug node fails. The jobs of the same users succeed on other nodes. */
    @Test
    void noNodeOnWhichJobsAlwaysFailedOften() {
        fineBefore("ann", "ben", "cal");
        for (int i = 0; i < 10; i++) {
            fails("ann", "n1", NOW - 5_000 + 20L * i);
            ends("ann", "n1", JobState.COMPLETED, NOW - 5_000 + 20L * i + 10, 5);
        }
        threeFail("n1", NOW);

        assertThat(named(NOW + 30)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = JobState.class,
            names = {"CANCELLED", "PREEMPTED", "OUT_OF_MEMORY", "TIMEOUT", "DEADLINE"})
    void noJobsThatEndQuicklyForOtherReasons(JobState state) {
        fineBefore("ann", "ben", "cal", "dan", "eve");
        for (String user : List.of("ann", "ben", "cal", "dan", "eve")) {
            ends(user, "n1", state, NOW, 5);
        }

        assertThat(named(NOW + 30)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"FAILED, 59, true", "FAILED, 60, false", "NODE_FAIL, 59, true", "BOOT_FAIL, 1, true"})
    void failuresWithinAMinute(JobState state, long seconds, boolean named) {
        fineBefore("ann", "ben", "cal");
        for (String user : List.of("ann", "ben", "cal")) {
            ends(user, "n1", state, NOW, seconds);
        }

        assertThat(!named(NOW + 100).isEmpty()).isEqualTo(named);
    }

    @Test
    void twoBlackHolesAtOnce() {
        makeHole();
        threeFail("n2", NOW + 100);

        assertThat(named(NOW + 130)).containsExactly("n1", "n2");
    }

    @Test
    void requeuesSayNothing() {
        fineBefore("ann", "ben", "cal");
        for (String user : List.of("ann", "ben", "cal")) {
            holes.ended(new JobEnd(
                    JobBuilder.job(nextId++)
                            .owner("account", user, "normal")
                            .runningOn("n1")
                            .state(JobState.PENDING)
                            .ran(NOW, NOW + 5)
                            .build(),
                    JobEnd.Kind.REQUEUE));
        }

        assertThat(named(NOW + 30)).isEmpty();
    }
}
