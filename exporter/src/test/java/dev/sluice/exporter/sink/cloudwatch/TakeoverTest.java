package dev.sluice.exporter.sink.cloudwatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.Publication;
import dev.sluice.exporter.metrics.family.MetricFamily;
import dev.sluice.exporter.poll.Time;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests several exporters that monitor one cluster. Only one exporter at a time publishes the metrics of the cluster.
 */
@Tag("slow")
class TakeoverTest {

    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
    private static final MetricFamily STARTS = MetricCatalog.family("slurm_job_starts_total");
    private static final MetricFamily JOBS = MetricCatalog.family("slurm_cluster_jobs");

    /** The true number of started jobs. */
    private long started;
    /** The last job start that CloudWatch has received. */
    private long published;

    private long lost;

    private final class Exporter {
        private final CloudWatchSink sink = new CloudWatchSink(BuiltInMetrics.of(false, false), Map.of(), CLOCK);
        private final CloudWatchPublisher publisher = new CloudWatchPublisher(
                Loaded.DEFAULTS.cloudWatch(),
                sink,
                () -> visitor -> {},
                this::take,
                this::term,
                new Time(CLOCK, () -> 0));
        private long term;
        private long terms;
        /** Slurm's response to the running poll. */
        private long answer;
        /** The result of the newest poll. */
        private long known;

        private MetricSender.Result take(List<Datum> data, Instant at) {
            for (Datum datum : data) {
                if (datum.key().name().equals("jobs_started")) {
                    long amount = Math.round(datum.values().get(0));
                    // The published job starts begin with this start.
                    long from = known - amount;
                    assertThat(from).as("first start that is published").isGreaterThanOrEqualTo(published);
                    lost += from - published;
                    published = known;
                }
            }
            return MetricSender.Result.ACCEPTED;
        }

        private OptionalLong term() {
            return term > 0 ? OptionalLong.of(term) : OptionalLong.empty();
        }

        void ask() {
            answer = started;
        }

        void answered() {
            known = answer;
            sink.publish(new Publication(
                    "alpha",
                    "jobs",
                    visitor -> {
                        visitor.sample(JOBS, 3, "alpha", "pending");
                        visitor.sample(STARTS, known, "alpha", "gpu");
                    },
                    NOW.plusSeconds(90)));
            ask();
        }

        void lead(boolean leads) {
            term = leads ? ++terms : 0;
        }
    }

    @Test
    void levelsArePublishedAtOnceAndCountersFromTheSecondAnswerOn() {
        Exporter exporter = new Exporter();
        started = 10;
        exporter.ask();
        exporter.answered();
        exporter.lead(true);
        List<Long> taken = new ArrayList<>();

        for (int answer = 0; answer < 4; answer++) {
            started += 5;
            exporter.publisher.publish();
            taken.add(published);
            exporter.answered();
        }

        // The known values are 10, 10, 15 and 20. The second response after the takeover (15) is the base.
        assertThat(taken).containsExactly(0L, 0L, 0L, 20L);
        assertThat(lost).isEqualTo(15);
        exporter.publisher.close();
    }
}
