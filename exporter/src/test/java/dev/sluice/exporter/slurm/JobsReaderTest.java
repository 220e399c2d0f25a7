package dev.sluice.exporter.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import dev.sluice.exporter.poll.ListBudget;
import dev.sluice.exporter.poll.PollConfigs;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobsReaderTest {

    private static final Duration AFTER = Duration.ofSeconds(5);

    private final List<String> asked = new ArrayList<>();
    private long now;
    private int records = 10;
    private Duration slurmrestdTakes = Duration.ofMillis(100);
    private Optional<FetchFailure> slurmrestdFails = Optional.empty();
    private Optional<FetchFailure> squeueFails = Optional.empty();

    private final ListBudget budget = budget(Optional.empty());
    private final JobsReader reader = reader(budget, AFTER);

    private ListBudget budget(Optional<Long> memory) {
        return new ListBudget(PollConfigs.withBudget(memory, 1), () -> now);
    }

    private JobsReader reader(ListBudget budget, Duration after) {
        return new JobsReader(
                deadline -> {
                    asked.add("slurmrestd");
                    now += slurmrestdTakes.toNanos();
                    return answer("v0.0.42", slurmrestdFails);
                },
                () -> asked.add("forget"),
                () -> {
                    asked.add("squeue");
                    return answer("squeue", squeueFails);
                },
                budget,
                after,
                () -> now);
    }

    private Future<Fetched<List<Job>>> answer(String reader, Optional<FetchFailure> failure) {
        List<Job> jobs = Collections.nCopies(records, JOB);
        return failure.<Future<Fetched<List<Job>>>>map(Future::failedFuture)
                .orElseGet(() -> Future.succeededFuture(
                        new Fetched<>(Optional.of(jobs), reader, "24.11.5", 8_000L * records, 0, Optional.empty())));
    }

    private static final Job JOB = JobBuilder.job(7).build();

    @Test
    void readsSqueueFirstAndSlurmrestdWhereItIsFast() {
        poll(reader, 3);

        assertThat(asked).containsExactly("squeue", "forget", "slurmrestd", "slurmrestd");
    }

    @Test
    void neverAsksSlurmrestdForWhatIsTooLarge() {
        records = 60_000;

        poll(reader, 5);

        assertThat(asked).containsOnly("squeue");
    }

    @Test
    void leavesSlurmrestdWhereItGrowsTooSlow() {
        poll(reader, 2);
        slurmrestdTakes = Duration.ofSeconds(60);
        poll(reader, 3);
        asked.clear();

        poll(reader, 3);

        assertThat(asked).containsOnly("squeue");
    }

    @Test
    void triesSlurmrestdAgainAfterHalfAnHourWhereItsSizeDoesNotExplainItsTime() {
        slurmrestdTakes = Duration.ofSeconds(60);
        poll(reader, 4);
        asked.clear();

        now += JobsReader.MAX_REST.toNanos();
        poll(reader, 1);

        assertThat(asked).containsExactly("forget", "slurmrestd");
    }

    @Test
    void alwaysReadsSqueueAtZero() {
        poll(reader(budget, Duration.ZERO), 3);

        assertThat(asked).containsOnly("squeue");
    }

    @Test
    void readsSqueueInTheSamePollWhereSlurmrestdFailsAndSaysWhy() {
        poll(reader, 1);
        slurmrestdFails = Optional.of(new FetchFailure(FailureKind.UNEXPECTED_STATUS, "HTTP 500"));

        Fetched<List<Job>> fetched = reader.jobs().result();

        assertThat(fetched.apiVersion()).isEqualTo("squeue");
        assertThat(fetched.problem()).contains("slurmrestd failed, squeue was read: HTTP 500");
    }

    @Test
    void leavesAFailedSlurmrestdAloneForLongerEachTime() {
        poll(reader, 1);
        slurmrestdFails = Optional.of(new FetchFailure(FailureKind.UNREACHABLE, "no connection"));
        List<Long> seconds = new ArrayList<>();
        for (int i = 0; i < 720; i++) {
            asked.clear();
            poll(reader, 1);
            if (asked.contains("slurmrestd")) {
                seconds.add(i * 15L);
            }
            now += Duration.ofSeconds(15).toNanos();
        }

        assertThat(seconds).hasSizeBetween(5, 10);
    }

    @Test
    void returnsAsSoonAsAFailedSlurmrestdAnswersAgain() {
        poll(reader, 1);
        slurmrestdFails = Optional.of(new FetchFailure(FailureKind.UNREACHABLE, "no connection"));
        poll(reader, 1);
        slurmrestdFails = Optional.empty();
        now += Duration.ofMinutes(1).toNanos();
        asked.clear();

        poll(reader, 2);

        assertThat(asked).containsExactly("forget", "slurmrestd", "slurmrestd");
    }

    @Test
    void aListOverTheBudgetIsNoProblem() {
        JobsReader limited = reader(budget(Optional.of(1L)), AFTER);
        poll(limited, 1);

        Fetched<List<Job>> fetched = limited.jobs().result();

        assertThat(asked).doesNotContain("slurmrestd");
        assertThat(fetched.apiVersion()).isEqualTo("squeue");
        assertThat(fetched.problem()).isEmpty();
    }

    @Test
    void readsSlurmrestdWhereSqueueCannotBeRun() {
        squeueFails = Optional.of(new FetchFailure(FailureKind.UNREACHABLE, "cannot run squeue"));
        Fetched<List<Job>> fetched = reader.jobs().result();

        assertThat(fetched.apiVersion()).isEqualTo("v0.0.42");
        assertThat(fetched.problem()).contains("squeue failed, slurmrestd was read: cannot run squeue");
    }

    @Test
    void asksSlurmrestdForNoListThatIsTooLargeEvenWhereSqueueFails() {
        records = 60_000;
        poll(reader, 1);
        squeueFails = Optional.of(new FetchFailure(FailureKind.TIMEOUT, "killed"));
        asked.clear();

        assertThat(reader.jobs().cause()).hasMessage("killed");
        assertThat(asked).containsExactly("squeue");
    }

    @Test
    void saysBothWhereBothFail() {
        poll(reader, 1);
        slurmrestdFails = Optional.of(new FetchFailure(FailureKind.UNAUTHORIZED, "HTTP 401"));
        squeueFails = Optional.of(new FetchFailure(FailureKind.UNREACHABLE, "cannot run squeue"));

        Throwable failure = reader.jobs().cause();

        assertThat(failure)
                .isInstanceOfSatisfying(
                        FetchFailure.class, known -> assertThat(known.kind()).isEqualTo(FailureKind.UNAUTHORIZED))
                .hasMessage("HTTP 401; and squeue: cannot run squeue");
    }

    private static void poll(JobsReader reader, int times) {
        for (int i = 0; i < times; i++) {
            reader.jobs();
        }
    }
}
