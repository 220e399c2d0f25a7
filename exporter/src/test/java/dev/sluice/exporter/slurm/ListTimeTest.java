package dev.sluice.exporter.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListTimeTest {

    private static final Job JOB = JobBuilder.job(7).build();

    private final AtomicLong nanos = new AtomicLong();
    private final List<Duration> timeouts = new ArrayList<>();
    private final ListTime time = new ListTime(Duration.ofMinutes(3), nanos::get);

    private void read(Future<Fetched<List<Job>>> answer, Duration took) {
        time.read(timeout -> {
            timeouts.add(timeout);
            nanos.addAndGet(took.toNanos());
            return answer;
        });
    }

    private void readGood(int records, Duration took) {
        read(
                Future.succeededFuture(
                        new Fetched<>(Collections.nCopies(records, JOB), "v0.0.45", "26.05.5", 7, 0, Optional.empty())),
                took);
    }

    private void readLate(Duration took) {
        read(Future.failedFuture(new FetchFailure(FailureKind.TIMEOUT, "late")), took);
    }

    /** 0.0047 s per record are 282 s for 60,000 records. */
    @Test
    void predictsTheTimeFromTheNumberOfRecords() {
        assertThat(time.predicted()).isEmpty();
        readGood(10_000, Duration.ofSeconds(47));
        time.counted(60_000);

        assertThat(time.records()).contains(60_000L);
        assertThat(time.predicted()).contains(Duration.ofSeconds(282));
    }

    /** Takes the median of the last five responses, so that one slow response does not count. */
    @ParameterizedTest
    @CsvSource({
        "10 10 1000 10, 10",
        "10 10 10 40 40, 10",
        "10 10 10 40 40 40, 40",
        "40 40 40 10 10, 40",
        "40 40 40 10 10 10, 10",
    })
    void takesTheMedianOfTheLastFiveAnswers(String seconds, int expected) {
        for (String one : seconds.split(" ", -1)) {
            readGood(10_000, Duration.ofSeconds(Long.parseLong(one)));
        }

        assertThat(time.predicted()).contains(Duration.ofSeconds(expected));
    }

    @Test
    void waitsTwiceAsLongAsAListUsuallyTakesButNeverMoreThanTenMinutes() {
        readGood(10_000, Duration.ofSeconds(40));
        time.counted(60_000);
        readLate(Duration.ofMinutes(8));
        readLate(Duration.ofMinutes(10));

        assertThat(timeouts).containsExactly(Duration.ofMinutes(3), Duration.ofMinutes(8), Duration.ofMinutes(10));
    }

    @Test
    void waitsLongerAfterAnAnswerThatWasLate() {
        time.counted(60_048);
        readLate(Duration.ofMinutes(3));
        readGood(60_048, Duration.ofSeconds(285));
        readGood(60_048, Duration.ofSeconds(285));

        assertThat(timeouts).containsExactly(Duration.ofMinutes(3), Duration.ofMinutes(6), Duration.ofSeconds(570));
    }

    @Test
    void aTimeoutBeforeTheFirstCountTeachesNothing() {
        readLate(Duration.ofMinutes(3));
        time.counted(60_048);
        readLate(Duration.ofMinutes(3));

        assertThat(timeouts).containsExactly(Duration.ofMinutes(3), Duration.ofMinutes(3));
    }

    @Test
    void anAnswerWithoutRecordsTeachesNothing() {
        readGood(0, Duration.ofMinutes(5));

        assertThat(time.records()).isEmpty();
    }
}
