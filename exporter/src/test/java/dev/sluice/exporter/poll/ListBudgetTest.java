package dev.sluice.exporter.poll;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.FailureKind;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A real Slurm 26.05 sends 8.4 kB for each job record, and needs about 150 kB of memory for the record. */
class ListBudgetTest {

    private static final long MIB = 1L << 20;

    /** Later than every time that a budget has before its first request. */
    private final AtomicLong nanos = new AtomicLong(Duration.ofDays(1).toNanos());

    private final List<Duration> deadlines = new ArrayList<>();

    private ListBudget budget(Optional<Long> memory, double cpu) {
        return new ListBudget(PollConfigs.withBudget(memory, cpu), nanos::get);
    }

    private Future<Fetched<Integer>> read(ListBudget budget, Future<Fetched<Integer>> answer, Duration took) {
        return budget.read(
                deadline -> {
                    deadlines.add(deadline);
                    nanos.addAndGet(took.toNanos());
                    return answer;
                },
                records -> records);
    }

    private Future<Fetched<Integer>> readGood(ListBudget budget, int records, long bytes, Duration took) {
        return read(
                budget,
                Future.succeededFuture(
                        new Fetched<>(Optional.of(records), "v0.0.45", "26.05.5", bytes, 0, Optional.empty())),
                took);
    }

    private Future<Fetched<Integer>> readLate(ListBudget budget, Duration took) {
        return read(budget, Future.failedFuture(new FetchFailure(FailureKind.TIMEOUT, "late")), took);
    }

    @Test
    void asksWhereNothingIsKnown() {
        ListBudget budget = budget(Optional.of(MIB), 0.01);

        assertThat(readGood(budget, 10, 84_000, Duration.ofSeconds(1)).succeeded())
                .isTrue();
        assertThat(deadlines).containsExactly(Duration.ofMinutes(3));
    }

    /** 60,048 records took 8.9 to 10.9 GB in measurements. */
    @Test
    void predictsMemoryFromTheNumberOfRecordsBeforeTheFirstList() {
        ListBudget budget = budget(Optional.empty(), 1);
        budget.counted(60_048);

        assertThat(budget.prediction().orElseThrow().memoryBytes()).isBetween(8_900_000_000L, 10_900_000_000L);
    }

    /** 42 MB for 10,000 records are 4,200 bytes a record: 84 MB for 20,000 records, and 18 times as much memory. */
    @Test
    void predictsMemoryFromTheSizeOfTheLastRecords() {
        ListBudget budget = budget(Optional.empty(), 1);
        readGood(budget, 10_000, 42_000_000, Duration.ofSeconds(1));
        budget.counted(20_000);

        assertThat(budget.prediction().orElseThrow().memoryBytes()).isEqualTo(1_512_000_000);
    }

    /** 8,400 bytes a record, times 18, are 151,200 bytes of memory a record: 15,120,000 bytes for 100 records. */
    @Test
    void asksForAListThatNeedsExactlyTheMemoryAllowed() {
        ListBudget budget = budget(Optional.of(15_120_000L), 1);
        budget.counted(100);
        assertThat(readGood(budget, 100, 840_000, Duration.ofSeconds(1)).succeeded())
                .isTrue();

        budget.counted(101);
        assertThat(readGood(budget, 101, 1, Duration.ZERO).failed()).isTrue();
    }

    @Test
    void doesNotAskForAListThatNeedsTooMuchMemory() {
        ListBudget budget = budget(Optional.of(4096 * MIB), 1);
        budget.counted(60_048);

        Future<Fetched<Integer>> refused = readGood(budget, 60_048, 1, Duration.ZERO);

        assertThat(refused.cause()).isInstanceOfSatisfying(FetchFailure.class, failure -> {
            assertThat(failure.kind()).isEqualTo(FailureKind.OVER_BUDGET);
            // 60,048 times 151,200 bytes, and 4096 times 1,048,576 bytes.
            assertThat(failure.message())
                    .isEqualTo("a list of 60048 jobs would need about 9079 MB of slurmrestd's memory;"
                            + " poll.budget.memory is 4295 MB");
            assertThat(failure.asked()).isFalse();
        });
        assertThat(deadlines).isEmpty();
        assertThat(budget.exceeded()).isTrue();
    }

    @Test
    void asksAgainAsSoonAsThereAreFewerJobs() {
        ListBudget budget = budget(Optional.of(4096 * MIB), 1);
        budget.counted(60_048);
        readGood(budget, 60_048, 1, Duration.ZERO);

        assertThat(budget.counted(50_000)).isFalse();
        assertThat(budget.counted(10_000)).isTrue();
        assertThat(readGood(budget, 10_000, 84_000_000, Duration.ofSeconds(5)).succeeded())
                .isTrue();
        assertThat(budget.exceeded()).isFalse();
        assertThat(budget.counted(10_000)).isFalse();
    }

    /** Half of 5 minutes is 150 s; 0.0047 s per record are 282 s for 60,000 records. */
    @Test
    void doesNotAskForAListThatTakesTooLong() {
        ListBudget budget = budget(Optional.empty(), 0.5);
        readGood(budget, 10_000, 84_000_000, Duration.ofSeconds(47));
        readGood(budget, 10_000, 84_000_000, Duration.ofSeconds(47));
        budget.counted(60_000);

        assertThat(budget.prediction().orElseThrow().took()).contains(Duration.ofSeconds(282));
        assertThat(readGood(budget, 60_000, 1, Duration.ZERO).cause())
                .hasMessage("a list of 60000 jobs would keep slurmrestd busy for about 282 s;"
                        + " poll.budget.cpu allows 150 s");
    }

    /** Half of 5 minutes is 150 s; 0.015 s per record are 150 s for 10,000 records. */
    @Test
    void asksForAListThatTakesExactlyTheTimeAllowed() {
        ListBudget budget = budget(Optional.empty(), 0.5);
        for (int i = 0; i < 3; i++) {
            assertThat(readGood(budget, 10_000, 84_000_000, Duration.ofSeconds(150))
                            .succeeded())
                    .isTrue();
        }

        budget.counted(10_001);
        assertThat(readGood(budget, 10_001, 1, Duration.ZERO).failed()).isTrue();
    }

    /** One slow response does not count, and the last five responses do. */
    @ParameterizedTest
    @CsvSource({
        "10 10 1000 10, 10",
        "10 10 10 40 40, 10",
        "10 10 10 40 40 40, 40",
        "40 40 40 10 10, 40",
        "40 40 40 10 10 10, 10",
    })
    void predictsTheMedianTimeOfTheLastFiveAnswers(String seconds, long predicted) {
        ListBudget budget = budget(Optional.empty(), 1);
        for (String took : seconds.split(" ", -1)) {
            readGood(budget, 10_000, 84_000_000, Duration.ofSeconds(Long.parseLong(took)));
        }

        assertThat(budget.prediction().orElseThrow().took()).contains(Duration.ofSeconds(predicted));
    }

    @Test
    void waitsTwiceAsLongAsAListUsuallyTakesButNeverMoreThanTenMinutes() {
        ListBudget budget = budget(Optional.empty(), 1);
        readGood(budget, 10_000, 84_000_000, Duration.ofSeconds(40));
        budget.counted(60_000);
        readLate(budget, Duration.ofMinutes(8));
        readLate(budget, Duration.ofMinutes(10));

        assertThat(deadlines).containsExactly(Duration.ofMinutes(3), Duration.ofMinutes(8), Duration.ofMinutes(10));
    }

    @Test
    void waitsLongerAfterAnAnswerThatWasLate() {
        ListBudget budget = budget(Optional.empty(), 1);
        budget.counted(60_048);
        readLate(budget, Duration.ofMinutes(3));
        readGood(budget, 60_048, 500_000_000, Duration.ofSeconds(285));
        readGood(budget, 60_048, 500_000_000, Duration.ofSeconds(285));

        assertThat(deadlines).containsExactly(Duration.ofMinutes(3), Duration.ofMinutes(6), Duration.ofSeconds(570));
    }

    @Test
    void aTimeoutBeforeTheFirstCountTeachesNothing() {
        ListBudget budget = budget(Optional.empty(), 1);
        readLate(budget, Duration.ofMinutes(3));
        budget.counted(60_048);
        readLate(budget, Duration.ofMinutes(3));

        assertThat(deadlines).containsExactly(Duration.ofMinutes(3), Duration.ofMinutes(3));
    }

    /** If a slurmrestd froze only once, the exporter must continue to send requests. */
    @Test
    void oneAnswerAloneKeepsNoListFromBeingAskedFor() {
        ListBudget budget = budget(Optional.empty(), 0.1);
        readGood(budget, 100, 840_000, Duration.ofMinutes(2));

        assertThat(readGood(budget, 100, 840_000, Duration.ofSeconds(1)).succeeded())
                .isTrue();
    }

    @Test
    void whatWasLearnedFromOldAnswersLapses() {
        ListBudget budget = budget(Optional.of(MIB), 0.1);
        readGood(budget, 100, 840_000, Duration.ofMinutes(2));
        readGood(budget, 100, 840_000, Duration.ofMinutes(2));
        assertThat(readGood(budget, 100, 1, Duration.ZERO).failed()).isTrue();

        nanos.addAndGet(ListBudget.MAX_REFUSAL.toNanos());
        assertThat(readGood(budget, 100, 840_000, Duration.ofSeconds(1)).succeeded())
                .isTrue();
    }

    @Test
    void aCountLapsesAfterExactlyHalfAnHour() {
        ListBudget budget = budget(Optional.of(MIB), 1);
        budget.counted(60_048);

        nanos.addAndGet(Duration.ofMinutes(30).toNanos());
        assertThat(readGood(budget, 60_048, 1, Duration.ZERO).failed()).isTrue();
        nanos.addAndGet(1);
        assertThat(readGood(budget, 60_048, 504_403_200, Duration.ofSeconds(1)).succeeded())
                .isTrue();
    }

    @Test
    void aListThatNeedsTooMuchMemoryIsNotAskedForWhileItsJobsAreCounted() {
        ListBudget budget = budget(Optional.of(4096 * MIB), 1);
        for (int minutes = 0; minutes < 120; minutes++) {
            nanos.addAndGet(Duration.ofMinutes(1).toNanos());
            budget.counted(60_048);
            assertThat(readGood(budget, 60_048, 1, Duration.ZERO).failed()).isTrue();
        }
    }

    @Test
    void anAnswerWithoutRecordsTeachesNothing() {
        ListBudget budget = budget(Optional.of(MIB), 0.01);
        readGood(budget, 0, 869, Duration.ofMinutes(5));

        assertThat(budget.prediction()).isEmpty();
    }
}
