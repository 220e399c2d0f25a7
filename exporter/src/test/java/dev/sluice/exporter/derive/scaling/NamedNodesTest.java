package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.assertDesired;
import static dev.sluice.exporter.derive.scaling.TestPool.demand;
import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.JobExplanation.Verdict;
import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.model.job.JobBuilder;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests jobs that request or exclude nodes by name. The edge cases are calculated by hand. */
class NamedNodesTest {

    @Test
    void namedNodesMayFillThePoolToItsMaximum() {
        TestPool nodes =
                pool("cpu").with(1, Condition.BUSY).with(2, Condition.IDLE).between(0, 3);
        JobBuilder both = job(1).exclusive().nodes(2).requiring("cpu-[1-2]");

        assertThat(verdicts(nodes, both)).containsExactly(Verdict.COUNTED);
        assertDesired(3, nodes, both);
    }

    @ParameterizedTest
    @CsvSource({"3, COUNTED, 3", "2, BLOCKED, 2"})
    void namedNodesMayNotFillThePoolBeyondItsMaximum(int maximum, Verdict verdict, long desired) {
        TestPool nodes =
                pool("cpu").with(1, Condition.BUSY).with(1, Condition.IDLE).between(0, maximum);
        JobBuilder any = job(1).exclusive().priority(2_000);
        JobBuilder named = job(2).exclusive().requiring("cpu-1");

        assertThat(verdicts(nodes, any, named)).containsExactly(Verdict.COUNTED, verdict);
        assertDesired(desired, nodes, any, named);
    }

    @Test
    void aNamedNodeIsTakenOnceHoweverManyJobsTakeTurnsOnIt() {
        TestPool nodes = pool("cpu").with(3, Condition.IDLE).between(0, 3);
        JobBuilder[] jobs = Stream.of(1, 2, 3, 4)
                .map(id -> job(id).exclusive().requiring("cpu-" + id % 2))
                .toArray(JobBuilder[]::new);

        assertDesired(2, nodes, jobs);
    }

    @Test
    void aJobThatTakesAnyNodeTakesThoseThatOthersAvoid() {
        TestPool nodes = pool("cpu").with(2, Condition.IDLE).between(0, 2);
        JobBuilder elsewhere = job(1).exclusive().priority(3_000).excluding("cpu-0");
        JobBuilder anywhere = job(2).exclusive().priority(2_000);
        JobBuilder another = job(3).exclusive().priority(1_000);

        // Node cpu-0 stays empty for the first job, so both nodes are needed. The second job takes cpu-0, and the third
        // job finds no node.
        assertDesired(2, nodes, elsewhere);
        assertThat(verdicts(nodes, elsewhere, anywhere, another))
                .containsExactly(Verdict.COUNTED, Verdict.COUNTED, Verdict.BLOCKED);
    }

    @Test
    void aJobThatAvoidsMoreNodesThanThereCanBeFindsNone() {
        TestPool nodes = pool("cpu").with(2, Condition.IDLE).between(0, 2);

        assertThat(verdicts(nodes, job(1).exclusive().excluding("cpu-[0-1]"))).containsExactly(Verdict.BLOCKED);
        assertThat(verdicts(nodes, job(1).exclusive().excluding("cpu-0"))).containsExactly(Verdict.COUNTED);
    }

    @Test
    void nodesThatAJobAvoidsComeBackBeforeThoseThatItTakes() {
        TestPool away = pool("cpu").with(4, Condition.GHOST).between(0, 8);

        assertDesired(2, away, job(1).exclusive().excluding("cpu-0"));
        assertDesired(4, away, job(1).exclusive().excluding("cpu-[0-2]"));
        assertDesired(5, away, job(1).exclusive().excluding("cpu-[0-3]"));
        assertDesired(3, away, job(1).exclusive().nodes(2).excluding("cpu-1"));
        assertDesired(1, away, job(1).exclusive().excluding("cpu-3"));
    }

    @Test
    void nodesThatStayAwayAreNotCounted() {
        TestPool one = pool("cpu")
                .with(1, Condition.IDLE)
                .with(1, Condition.GHOST)
                .with(1, Condition.IDLE)
                .between(0, 8);

        assertDesired(1, one, job(1).exclusive().excluding("cpu-1"));
        assertDesired(2, one, job(1).exclusive().excluding("cpu-[0-1]"));
    }

    @Test
    void aJobThatTakesAnyNodeTakesThoseThatComeBack() {
        TestPool away = pool("cpu").with(4, Condition.GHOST).between(0, 8);
        JobBuilder elsewhere = job(1).exclusive().priority(3_000).excluding("cpu-0");

        assertDesired(2, away, elsewhere, job(2).exclusive());
    }

    @Test
    void aHeterogeneousJobThatFindsNoRoomLeavesNothingBehind() {
        TestPool nodes = pool("cpu").with(3, Condition.IDLE).between(0, 3);
        JobBuilder named = job(1).het(1).exclusive().priority(2_000).requiring("cpu-1");
        JobBuilder avoiding = job(2).het(1).exclusive().priority(2_000).excluding("cpu-2");
        JobBuilder large = job(3).het(1).exclusive().priority(2_000).nodes(3);
        JobBuilder last = job(4).exclusive().nodes(3);

        assertThat(verdicts(nodes, named, avoiding, large, last))
                .containsExactly(Verdict.BLOCKED, Verdict.BLOCKED, Verdict.BLOCKED, Verdict.COUNTED);
        assertThat(demand(nodes, named, avoiding, large, last).pendingNodes()).isEqualTo(3);
    }

    @Test
    void roomOnExcludedNodesIsNotUsedWhereverItIs() {
        TestPool nodes = pool("cpu").between(0, 200);
        for (int i = 0; i < 130; i++) {
            nodes.mixed(8);
        }

        // Only the nodes cpu-64 and cpu-129 are left. Two jobs with 8 CPUs fit on these nodes, and the third job needs
        // a new node.
        JobBuilder[] jobs = Stream.of(1, 2, 3)
                .map(id -> job(id).cpusPerTask(8).excluding("cpu-[0-63],cpu-[65-128]"))
                .toArray(JobBuilder[]::new);

        assertThat(demand(nodes, jobs[0], jobs[1]).pendingNodes()).isZero();
        assertThat(demand(nodes, jobs).pendingNodes()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"95, COUNTED", "96, COUNTED", "97, IMPOSSIBLE"})
    void aJobMayAskForAllCpusOfANodeAndNotForMore(long minimum, Verdict verdict) {
        assertThat(verdicts(pool("cpu"), job(1).minimumCpusPerNode(minimum))).containsExactly(verdict);
    }

    /**
     * A user can submit each of these requests. No request must take long, or name nodes that the pool does not have.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "cpu-[0-99999999]",
                "cpu-[0-999999999999999999]",
                "cpu-0,cpu-1[0-99999999]",
                "[0-99999999][0-99999999][0-99999999]",
                "cpu-[0-3][0-99999999]",
                "cpu-[00-99]",
                "x[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]",
                "cpu-[0-",
            })
    void listsOfMoreNodesThanThereAreAreNotMet(String list) {
        TestPool nodes = pool("cpu").with(3, Condition.IDLE).between(0, 3);

        assertThat(verdicts(nodes, job(1).exclusive().requiring(list))).containsExactly(Verdict.UNKNOWN_NODES);
        assertThat(verdicts(nodes, job(1).exclusive().excluding(list))).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "cpu-[0-2], 3",
        "'cpu-[0-1],cpu-[1-2]', 3",
        "'cpu-2,cpu-0,cpu-2', 2",
        "cpu-[0-0], 1",
        "[0-2]-cpu, 0",
        "cpu-[00-02], 0",
        "cp[0-2], 0"
    })
    void readsListsAsSlurmDoes(String list, long nodes) {
        TestPool pool = pool("cpu").with(9, Condition.IDLE).between(0, 9);

        assertThat(demand(pool, job(1).exclusive().requiring(list)).pendingNodes())
                .isEqualTo(nodes);
    }

    private static List<Verdict> verdicts(TestPool pool, JobBuilder... jobs) {
        return ScalingInputBuilder.of(pool).jobs(jobs).demand().jobs().stream()
                .map(JobExplanation::verdict)
                .toList();
    }
}
