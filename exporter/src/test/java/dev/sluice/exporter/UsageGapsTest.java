package dev.sluice.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.usage.JobUsage;
import dev.sluice.exporter.derive.usage.PriceList;
import dev.sluice.exporter.derive.usage.UsageCounts;
import dev.sluice.exporter.derive.usage.UsageStore;
import dev.sluice.exporter.derive.usage.UsageStore.UsageState;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.accounting.AccountedRun;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.publish.ClusterPublisher;
import dev.sluice.exporter.publish.UsageHistory;
import dev.sluice.exporter.slurm.Slurmrestd;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests when the runs of a gap are read. The exporter starts at second 5000; its last job list was at second 1000. */
class UsageGapsTest {

    private final RecordedLog log = RecordedLog.of(UsageGaps.class, Level.INFO);
    private final List<Long> asked = new ArrayList<>();
    private final List<Promise<List<AccountedRun>>> answers = new ArrayList<>();
    private final UsageHistory usage = new ClusterPublisher(
                    "alpha", Loaded.DEFAULTS.metrics(), unused -> {}, List::of, new Stored(), PriceList.NONE)
            .usage();
    private final UsageGaps gaps = new UsageGaps("alpha", usage, this::endedRuns);

    /** Restores a state, and keeps nothing. */
    private static final class Stored implements UsageStore {

        @Override
        public UsageState restored() {
            JobUsage.State jobs =
                    new JobUsage.State(900, 1000, NameRule.SHOW, NameRule.SHOW, UsageCounts.NONE, List.of(), List.of());
            return new UsageState(jobs, UsageState.NONE.nodes());
        }

        @Override
        public boolean keeps() {
            return false;
        }

        @Override
        public void save(UsageState state) {}
    }

    private Future<List<AccountedRun>> endedRuns(Instant from, Instant to) {
        asked.add(from.getEpochSecond());
        asked.add(to.getEpochSecond());
        answers.add(Promise.promise());
        return answers.get(answers.size() - 1).future();
    }

    private void beforeJobs(long second) {
        gaps.beforeJobs(Instant.ofEpochSecond(second));
    }

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void gapIsReadOnce() {
        beforeJobs(5000);
        beforeJobs(5030);
        assertThat(asked).containsExactly(1000L, 5000L);

        answers.get(0).complete(List.of());
        beforeJobs(5060);
        assertThat(asked).hasSize(2);
        assertThat(log.lines()).singleElement().asString().contains("runs=0", "ended runs read from slurmdbd");
    }

    @Test
    void failedReadingIsRepeatedForTheWholeGapAndLoggedOnce() {
        beforeJobs(5000);
        answers.get(0).fail(new FetchFailure(FailureKind.TIMEOUT, "too slow"));
        beforeJobs(5030);
        answers.get(1).fail(new FetchFailure(FailureKind.TIMEOUT, "too slow"));
        beforeJobs(5060);

        assertThat(asked).containsExactly(1000L, 5000L, 1000L, 5030L, 1000L, 5060L);
        assertThat(log.lines()).singleElement().asString().startsWith("WARN").contains("too slow");
    }

    @Test
    void clusterWithoutSlurmdbdHasNoRunsToWaitFor() {
        beforeJobs(5000);
        answers.get(0).fail(FetchFailure.absent("Slurm has no slurmdbd"));
        beforeJobs(5030);

        assertThat(asked).hasSize(2);
    }

    @Test
    void incompleteReadingIsAWarning() {
        AccountedRun run =
                new AccountedRun(1, 1000, 1000, 1100, JobState.COMPLETED, "physics", "anna", "gpu", Tres.NONE, "");
        beforeJobs(5000);
        answers.get(0).complete(Collections.nCopies(Slurmrestd.MAX_ENDED_RUNS, run));

        assertThat(log.lines()).singleElement().asString().startsWith("WARN").contains("runs=200000");
    }
}
