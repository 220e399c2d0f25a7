package dev.sluice.exporter.slurm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.controller.Controller;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.slurm.decode.Answer;
import dev.sluice.exporter.slurm.decode.AnswerReader;
import dev.sluice.exporter.slurm.decode.Answers;
import dev.sluice.exporter.slurm.decode.ReadMemory;
import dev.sluice.exporter.slurm.decode.Trees;
import dev.sluice.exporter.slurm.http.BodyReader;
import dev.sluice.fixtures.Capture;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Mutates captured responses in many reproducible ways. The reader must read a mutated response like the independent
 * reader, or reject it with a typed failure. A mutated response must not affect the next response.
 */
@Tag("slow")
class MutatedAnswersTest {

    private static final BodyReader.Head HEAD = new BodyReader.Head(200, "application/json", "");

    private static final int SEEDS_OF_JOBS = 3;
    private static final int SEEDS_OF_OTHERS = 8;
    private static final int SEEDS_OF_OPENAPI = 2;

    private final Map<String, AtomicInteger> outcomes = new ConcurrentSkipListMap<>();

    /** A list of a captured cluster. */
    record Source(String release, String version, String endpoint, String list, int seeds) {

        byte[] body() {
            return Trees.body(release, version, endpoint);
        }
    }

    static Stream<Source> sources() {
        return Stream.of(List.of("24.11", "v0.0.40"), List.of("26.05", "v0.0.45"))
                .flatMap(api -> Stream.of(
                        new Source(api.get(0), api.get(1), "jobs", "jobs", SEEDS_OF_JOBS),
                        new Source(api.get(0), api.get(1), "nodes", "nodes", SEEDS_OF_OTHERS),
                        new Source(api.get(0), api.get(1), "partitions", "partitions", SEEDS_OF_OTHERS),
                        new Source(api.get(0), api.get(1), "ping", "pings", SEEDS_OF_OTHERS)));
    }

    @Test
    void readsASpoiltListAsAnotherReaderDoesOrRefusesIt(TestReporter reporter) throws Exception {
        int mutations = 0;
        for (Source source : sources().toList()) {
            byte[] body = source.body();
            for (Mutation mutation : Mutation.values()) {
                for (int seed = 0; seed < source.seeds(); seed++) {
                    byte[] spoilt = mutation.apply(body, new Random(seed));
                    check(source, mutation + " with seed " + seed, spoilt, new Random(seed));
                    mutations++;
                }
            }
            check(source, "unspoilt after all", body, new Random(0));
        }
        reporter.publishEntry("mutations", mutations + " " + outcomes);

        assertThat(mutations).isGreaterThanOrEqualTo(400);
        assertThat(outcomes).containsKeys("read", "refused", "read, some records unreadable");
    }

    @Test
    void findsTheVersionInASpoiltOpenApiDocumentAsAnotherReaderDoesOrRefusesIt(TestReporter reporter) throws Exception {
        for (String release : List.of("24.11", "26.05")) {
            byte[] body = Capture.of(release).bytes("openapi-v3.json");
            for (Mutation mutation : Mutation.values()) {
                for (int seed = 0; seed < SEEDS_OF_OPENAPI; seed++) {
                    byte[] spoilt = mutation.apply(body, new Random(seed));
                    checkOpenApi(release + " " + mutation + " with seed " + seed, spoilt, new Random(seed));
                }
            }
        }
        reporter.publishEntry("openapi mutations", outcomes.toString());

        assertThat(outcomes).containsKeys("read", "refused");
    }

    private void check(Source source, String what, byte[] spoilt, Random random) {
        String name = source.release() + " " + source.version() + " " + source.endpoint() + ", " + what;
        IndependentReader.Finding finding = IndependentReader.read(source.list(), source.body(), spoilt);
        Optional<Answer<?>> answer = decode(name, source, spoilt, random);

        switch (finding.verdict()) {
            case REFUSED -> assertThat(answer).as(name).isEmpty();
            case READ -> assertThat(answer).as(name).isPresent();
            case UNCERTAIN -> {}
        }
        answer.ifPresent(read -> {
            List<List<String>> records =
                    read.records().stream().map(MutatedAnswersTest::essence).toList();
            assertThat(allComparable(finding.records())).as(name).containsAll(records);
            if (finding.verdict() == IndependentReader.Verdict.READ) {
                assertThat(records).as(name).containsAll(allComparable(finding.certain()));
                assertThat(records.size() + read.unreadable()).as(name).isEqualTo(finding.elements());
            }
        });
        count(answer.map(read -> read.unreadable() > 0 ? "read, some records unreadable" : "read")
                .orElse("refused"));
    }

    private static List<List<String>> allComparable(List<List<String>> records) {
        return records.stream().map(MutatedAnswersTest::comparable).toList();
    }

    private void checkOpenApi(String name, byte[] spoilt, Random random) throws IOException {
        Optional<String> expected = newestOf(spoilt);
        Optional<String> found;
        try {
            found = Optional.of(
                    new OpenApiVersions().read(HEAD, chunks(spoilt, random)).label());
        } catch (FetchFailure refused) {
            found = Optional.empty();
        }
        assertThat(found).as(name).isEqualTo(expected);
        count(found.isPresent() ? "read" : "refused");
    }

    private static Optional<Answer<?>> decode(String name, Source source, byte[] body, Random random) {
        AnswerReader<?> reader =
                Answers.reader(source.list(), Answers.assembler(source.list()), Integer.MAX_VALUE, new ReadMemory());
        ListResponse<?> response = new ListResponse<>(reader, false);
        try {
            return response.read(HEAD, chunks(body, random)).map(answer -> answer);
        } catch (FetchFailure refused) {
            assertThat(refused.message()).as(name).isNotEmpty();
            return Optional.empty();
        } catch (RuntimeException | IOException e) {
            throw new AssertionError(name + ": not a typed failure", e);
        }
    }

    /** Returns the body in chunks of random length. */
    private static InputStream chunks(byte[] body, Random random) {
        int largest = 1 << (3 + random.nextInt(14));
        return new ByteArrayInputStream(body) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, 1 + random.nextInt(largest)));
            }
        };
    }

    /** Returns a record's identity, state and partitions. */
    static List<String> essence(Object record) {
        if (record instanceof Job job) {
            return List.of(
                    Long.toString(job.id()),
                    job.status().state().name(),
                    job.partitions().toString());
        }
        if (record instanceof Node node) {
            return List.of(node.name(), node.base().name(), node.partitions().toString());
        }
        if (record instanceof Partition partition) {
            return List.of(partition.name());
        }
        return List.of(((Controller) record).host());
    }

    /** In the response, the partitions of a job are one text with commas. */
    private static List<String> comparable(List<String> record) {
        if (record.size() < 3 || record.get(2).startsWith("[")) {
            return record;
        }
        List<String> partitions = Stream.of(record.get(2).split(",", -1))
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
        return List.of(record.get(0), record.get(1), partitions.toString());
    }

    /** The reader replaces bytes that are not UTF-8 with U+FFFD, as in every other response. */
    private static Optional<String> newestOf(byte[] document) {
        try {
            JsonNode paths =
                    Trees.STRICT_MAPPER.readTree(new String(document, UTF_8)).path("paths");
            Map<Integer, String> versions = new TreeMap<>(Comparator.reverseOrder());
            paths.fieldNames().forEachRemaining(path -> {
                if (path.matches("/slurm/v0\\.0\\.4[0-6]/.*")) {
                    String version = path.split("/", -1)[2];
                    versions.put(Integer.parseInt(version.substring(5)), version);
                }
            });
            return versions.values().stream().findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private void count(String outcome) {
        outcomes.computeIfAbsent(outcome, unused -> new AtomicInteger()).incrementAndGet();
    }
}
