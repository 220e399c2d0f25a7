package dev.sluice.exporter.derive.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.Tres;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class OpenRunsTest {

    private static final int JOBS = 10_000;

    private final OpenRuns runs = new OpenRuns();

    @Test
    void findsEachOfManyRuns() {
        ids().forEach(id -> runs.put(run(id, 0)));

        assertThat(ids())
                .allSatisfy(id -> assertThat(runs.get(id).map(OpenRun::jobId)).contains(id));
        assertThat(runs.get(JOBS + 1)).isEmpty();
        assertThat(runs.all()).hasSize(JOBS);
    }

    @Test
    void forgetsClosedRunsAndFindsTheOthers() {
        ids().forEach(id -> runs.put(run(id, 0)));
        runs.all().filter(run -> run.jobId() % 3 != 0).toList().forEach(OpenRun::close);

        assertThat(runs.get(4)).isEmpty();
        runs.dropClosed();

        assertThat(ids().filter(id -> runs.get(id).isPresent()))
                .hasSize(JOBS / 3)
                .allMatch(id -> id % 3 == 0);
        assertThat(runs.all()).hasSize(JOBS / 3);
    }

    @Test
    void laterRunOfAJobReplacesTheClosedRun() {
        runs.put(run(7, 0)).close();
        runs.put(run(7, 1));
        runs.dropClosed();

        assertThat(runs.get(7).map(OpenRun::counted)).contains(run(7, 1));
        assertThat(runs.all().map(OpenRun::counted)).containsExactly(run(7, 1));
    }

    /** IDs with equal low bits, which a table without a hash function would put into few slots. */
    @Test
    void findsRunsWhoseIdsDifferOnlyInHighBits() {
        LongStream.range(0, 500).forEach(i -> runs.put(run(i << 32, 0)));

        assertThat(LongStream.range(0, 500).filter(i -> runs.get(i << 32).isPresent()))
                .hasSize(500);
    }

    private static LongStream ids() {
        return LongStream.rangeClosed(1, JOBS);
    }

    private static CountedRun run(long jobId, int restarts) {
        return new CountedRun(jobId, 100, restarts, "physics", "alice", "gpu", "", Tres.NONE, 100, new TreeMap<>());
    }
}
