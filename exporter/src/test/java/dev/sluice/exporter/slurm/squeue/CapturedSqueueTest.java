package dev.sluice.exporter.slurm.squeue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.derive.usage.PriceList;
import dev.sluice.exporter.derive.usage.UsageStore;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.MetricFamily;
import dev.sluice.exporter.metrics.MetricVisitor;
import dev.sluice.exporter.model.Histogram;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.publish.ClusterPublisher;
import dev.sluice.exporter.slurm.decode.Answers;
import dev.sluice.exporter.slurm.decode.RecordUse;
import dev.sluice.exporter.slurm.decode.Trees;
import dev.sluice.fixtures.Capture;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.LongFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the output of the real commands squeue and scontrol with slurmrestd's responses for the same jobs. One job's
 * name and comment contain text that looks like records of other jobs.
 */
class CapturedSqueueTest {

    private static final RecordUse USE = Answers.use(true, true, false, 100_000);

    @ParameterizedTest
    @ValueSource(strings = {"24.11", "26.05"})
    void readsWhatSlurmrestdSendsOfEachJob(String release) throws Exception {
        Map<Long, Job> sent = SqueueView.of(sent(release));
        SqueueJobs read = read(release);

        Map<Long, Job> shown = SqueueView.of(read.end());

        assertThat(read.unreadable()).isZero();
        assertThat(shown.keySet()).isEqualTo(sent.keySet());
        shown.forEach((id, job) -> assertThat(job)
                .as("job %d of Slurm %s", id, release)
                // slurmrestd truncates long lists of tasks.
                .usingRecursiveComparison()
                .ignoringFields("times.ranBefore")
                .withEqualsForFields((Long ours, Long theirs) -> ours >= theirs, "array.tasks")
                .isEqualTo(sent.get(id)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"24.11", "26.05"})
    void publishesTheFamiliesThatSlurmrestdGives(String release) throws Exception {
        List<Job> sent =
                sent(release).stream().filter(job -> !job.array().truncated()).toList();
        Set<Long> whole = SqueueView.of(sent).keySet();
        List<Job> read = read(release).end().stream()
                .filter(job -> whole.contains(job.id()))
                .toList();

        Map<String, Object> expected = published(sent);
        assertThat(published(read)).isNotEmpty().isEqualTo(expected);
    }

    private static List<Job> sent(String release) throws Exception {
        ObjectNode sent = Trees.object(Capture.of(release).bytes("squeue/jobs.json"));
        for (JsonNode job : sent.withArray("jobs")) {
            // v0.0.45, unlike v0.0.44, does not send the value of --exclusive.
            if (job.path("submit_line").asText().contains(" --exclusive ")) {
                ((ObjectNode) job).putArray("shared").add("none");
            }
        }
        return Answers.jobs(Trees.bytes(sent)).records();
    }

    private static SqueueJobs read(String release) throws Exception {
        List<SqueueColumn> captured = new ArrayList<>(SqueueColumn.of(release, USE));
        // The captured output has no run times and no user IDs, and no job has a comment of slurmctld.
        captured.removeAll(List.of(SqueueColumn.SYSTEM_COMMENT, SqueueColumn.RAN, SqueueColumn.USER_ID));
        SqueueLines.Format format = new SqueueLines.Format(captured, "SLUI");
        SqueueJobs jobs = new SqueueJobs(format, 1 << 28, requests(release), new UserNames(SqueueText.NO_NAMES), USE);
        SqueueLines lines = new SqueueLines(format, jobs);
        byte[] output = Capture.of(release).bytes("squeue/squeue.txt");
        lines.feed(output, output.length);
        lines.end();
        return jobs;
    }

    private static LongFunction<Optional<ShownRequest>> requests(String release) {
        Capture capture = Capture.of(release);
        ShownRequests.Source scontrol = new ShownRequests.Source() {
            @Override
            public void all(BiConsumer<Long, ShownRequest> listener) {
                ScontrolRecords records = new ScontrolRecords(listener);
                byte[] output = capture.bytes("squeue/scontrol.txt");
                records.feed(output, output.length);
                records.end();
            }

            @Override
            public Optional<ShownRequest> one(long id) {
                byte[] output = capture.bytes("squeue/scontrol-" + id + ".txt");
                return ScontrolRecords.ofOne(id, new String(output, StandardCharsets.ISO_8859_1));
            }
        };
        ShownRequests requests = new ShownRequests(() -> 0);
        requests.nextList(scontrol);
        return id -> requests.of(id, scontrol);
    }

    private static Map<String, Object> published(List<Job> jobs) {
        Map<String, Object> samples = new TreeMap<>();
        ClusterPublisher publisher = new ClusterPublisher(
                "alpha",
                Loaded.DEFAULTS.metrics(),
                publication -> put(publication.batch(), samples),
                List::of,
                UsageStore.NOWHERE,
                PriceList.NONE);
        Instant at = Instant.ofEpochSecond(
                jobs.stream().mapToLong(job -> job.times().submittedAt()).max().orElseThrow() + 600);
        SourceStatus.Pace pace = new SourceStatus.Pace(Duration.ofSeconds(15), Duration.ofSeconds(90));
        SourceStatus status = SourceStatus.waiting("alpha", "jobs", pace)
                .answered(
                        at,
                        new SourceStatus.Answer("24.11.5", SourceStatus.SQUEUE, 1, 0, Optional.empty()),
                        Duration.ofMillis(1));
        publisher.jobs(status, new Observed<>(jobs, at));
        return samples;
    }

    private static void put(MetricBatch batch, Map<String, Object> samples) {
        batch.forEach(new MetricVisitor() {
            @Override
            public void sample(MetricFamily family, double value, String... labels) {
                samples.put(family.name() + List.of(labels), value);
            }

            @Override
            public void histogram(MetricFamily family, Histogram histogram, String... labels) {
                samples.put(family.name() + List.of(labels), histogram);
            }
        });
    }
}
