package dev.sluice.exporter.poll;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.poll.PollConfig.PollPolicy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The expected values are calculated by hand from the contract of {@code poll.*} in docs/configuration.md. */
class PollPolicyTest {

    private static final PollConfig DEFAULTS = PollConfigs.DEFAULTS;
    private static final PollPolicy JOBS = DEFAULTS.policy(SlurmSource.JOBS);

    @ParameterizedTest
    @CsvSource({
        "'', 15",
        "1.2, 15", // the first response, which is slow because the JVM has just started
        "60, 15",
        "60 60, 300", // 600 s, but never more than poll.maxInterval
        "4 0.1, 15", // the faster of two responses counts
        "4 3, 30",
        "0.07 0.07 0.07 0.07 120, 15", // one slow response after many fast responses
        "3 3 3 3 0.1, 30",
        "3 1 2 5 4, 30",
        "1 1 9 9 1, 15",
        "1.5 1.5 1.5, 15",
        "29 29 29 31 31, 290",
        "31 31 31, 300",
    })
    void stretchesByTheMedianOfTheLastGoodAnswers(String seconds, long interval) {
        assertThat(JOBS.intervalAfter(durations(seconds))).isEqualTo(Duration.ofSeconds(interval));
    }

    /** A command may run half of the time, because it does not use slurmrestd. */
    @ParameterizedTest
    @CsvSource({"1, 15", "7, 15", "10, 20", "60, 120"})
    void stretchesLessForCommands(long seconds, long interval) {
        Duration command = JOBS.ofCommand(Duration.ofSeconds(seconds));

        assertThat(JOBS.intervalAfter(List.of(command, command))).isEqualTo(Duration.ofSeconds(interval));
    }

    @ParameterizedTest
    @EnumSource
    void stretchesNothingButListsOfJobsAndNodes(SlurmSource source) {
        PollPolicy policy = DEFAULTS.policy(source);
        boolean large = source == SlurmSource.JOBS || source == SlurmSource.NODES;

        assertThat(policy.intervalAfter(durations("20 20 20 20 20")))
                .isEqualTo(large ? Duration.ofSeconds(200) : policy.interval());
    }

    @ParameterizedTest
    @CsvSource({
        "NODES, 15",
        "PARTITIONS, 15",
        "JOBS, 15",
        "PING, 15",
        "DIAG, 15",
        "LICENSES, 60",
        "RESERVATIONS, 60",
        "CONF, 60",
        "SHARES, 120",
        "QOS, 120",
        "ASSOCIATIONS, 120",
        "DBD, 120",
    })
    void asksEachSourceAtItsConfiguredInterval(SlurmSource source, long interval) {
        assertThat(DEFAULTS.policy(source).interval()).isEqualTo(Duration.ofSeconds(interval));
    }

    @Test
    void neverStretchesForLongerThanTheLongestInterval() {
        PollPolicy tiny =
                new PollPolicy(true, JOBS.cycle(), JOBS.interval(), 1e-300, JOBS.maxInterval(), Optional.empty());

        assertThat(tiny.intervalAfter(durations("1 1"))).isEqualTo(Duration.ofMinutes(5));
    }

    /** Without this rule, demand would be withheld between two successful polls. */
    @ParameterizedTest
    @CsvSource({"180, 90", "600, 300", "1200, 300", "40, 20", "20, 15"})
    void pollsTwiceWithinTheAgeAtWhichDemandIsWithheld(long age, long interval) {
        PollPolicy jobs = DEFAULTS.within(Duration.ofSeconds(age)).policy(SlurmSource.JOBS);

        assertThat(jobs.intervalAfter(durations("60 60 60"))).isEqualTo(Duration.ofSeconds(interval));
    }

    /** Without this rule, metrics would be withdrawn between two successful polls. */
    @ParameterizedTest
    @CsvSource({"180, 90", "600, 300", "40, 20", "20, 15"})
    void pollsTwiceWithinTheAgeAtWhichNumbersAreWithdrawn(long age, long interval) {
        PollPolicy jobs = PollConfigs.of(Duration.ofSeconds(15), Optional.of(Duration.ofSeconds(age)))
                .policy(SlurmSource.JOBS);

        assertThat(jobs.intervalAfter(durations("60 60 60"))).isEqualTo(Duration.ofSeconds(interval));
    }

    @ParameterizedTest
    @CsvSource({"1, 15", "2, 30", "3, 60", "4, 60", "1000, 60"})
    void retriesALargeListWithABackOffOfAtMostAMinute(int failures, long seconds) {
        assertThat(JOBS.retryAfter(failures)).isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @CsvSource({
        "PARTITIONS, 1, 15",
        "PARTITIONS, 9, 15",
        "PING, 9, 15",
        "DIAG, 9, 15",
        "LICENSES, 1, 15",
        "LICENSES, 2, 30",
        "LICENSES, 3, 60",
        "QOS, 1, 15",
        "QOS, 9, 60",
    })
    void retriesASmallSourceNoLaterThanIfItHadAnswered(SlurmSource source, int failures, long seconds) {
        assertThat(DEFAULTS.policy(source).retryAfter(failures)).isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void retriesWithinAMinuteWhateverTheInterval() {
        PollConfig slow = PollConfigs.of(Duration.ofMinutes(5), Optional.empty());

        for (SlurmSource source : SlurmSource.values()) {
            assertThat(slow.policy(source).retryAfter(1)).as("%s", source).isEqualTo(Duration.ofMinutes(1));
        }
    }

    /** After a timeout, slurmrestd can still be busy with the request for some time. */
    @Test
    void countsTheBackOffOfALargeListFromTheEndOfTheFailure() {
        // The second retry comes 30 s after the end of the failed request, plus or minus half an interval.
        assertThat(JOBS.restAfterFailure(2, Duration.ofSeconds(180)))
                .isBetween(Duration.ofSeconds(180 + 15), Duration.ofSeconds(180 + 30));
    }

    @ParameterizedTest
    @CsvSource({"1, 90", "15, 90", "30, 90", "31, 93", "120, 360", "200, 600", "201, 600", "300, 600", "1233, 600"})
    void keepsDataForThreeIntervalsAndAtLeastNinetySecondsAndNeverMoreThanTenMinutes(long interval, long maxAge) {
        assertThat(JOBS.maxAge(Duration.ofSeconds(interval))).isEqualTo(Duration.ofSeconds(maxAge));
    }

    /** The interval is half a cycle less than the maximum interval of 300 s. 29.999 s is a tenth of 299.99 s. */
    @ParameterizedTest
    @CsvSource({"29.999 29.999, 299.99", "30 30, 292.5", "60 60, 292.5"})
    void restsHalfACycleLessThanTheLongestInterval(String seconds, double rest) {
        assertThat(JOBS.restAfter(durations(seconds))).isEqualTo(Duration.ofMillis(Math.round(rest * 1000)));
    }

    @Test
    void keepsDataForAsLongAsConfigured() {
        PollConfig configured = PollConfigs.of(Duration.ofSeconds(15), Optional.of(Duration.ofSeconds(20)));

        assertThat(configured.policy(SlurmSource.JOBS).maxAge(Duration.ofMinutes(5)))
                .isEqualTo(Duration.ofSeconds(20));
        assertThat(configured.policy(SlurmSource.DIAG).maxAge(Duration.ofSeconds(15)))
                .isEqualTo(Duration.ofSeconds(20));
    }

    /** The maximum age of jobs must not withdraw data between two polls that are two minutes apart. */
    @Test
    void keepsWhatIsPolledLessOftenForThreeOfItsOwnIntervals() {
        PollConfig configured = PollConfigs.of(Duration.ofSeconds(15), Optional.of(Duration.ofSeconds(20)));

        PollPolicy licenses = configured.policy(SlurmSource.LICENSES);
        PollPolicy qos = configured.policy(SlurmSource.QOS);
        assertThat(licenses.maxAge(licenses.interval())).isEqualTo(Duration.ofMinutes(3));
        assertThat(qos.maxAge(qos.interval())).isEqualTo(Duration.ofMinutes(6));
    }

    private static List<Duration> durations(String seconds) {
        return Arrays.stream(seconds.split(" "))
                .filter(text -> !text.isEmpty())
                .map(text -> Duration.ofMillis(Math.round(Double.parseDouble(text) * 1000)))
                .toList();
    }
}
