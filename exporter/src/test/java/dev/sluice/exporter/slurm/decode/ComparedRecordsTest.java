package dev.sluice.exporter.slurm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.json.MutatedBytes;
import dev.sluice.exporter.json.UndecodableJson;
import dev.sluice.exporter.model.job.Job;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that a record is read as if no record stood before it. A record alone in a response is never compared with
 * another record, so that the expected values come from such responses, or from Jackson.
 */
@Tag("slow")
class ComparedRecordsTest {

    private static final int LISTS = 300;
    private static final int MUTATIONS = 10_000;

    private static final JsonMapper MAPPER = Trees.STRICT_MAPPER
            .rebuild()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final JsonMapper REFUSING_REPEATED_MEMBERS = Trees.STRICT_MAPPER
            .rebuild()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** Values that a member of a record can have, in a cluster or in a broken response. */
    private static final List<String> VALUES = List.of(
            "null",
            "true",
            "false",
            "0",
            "7",
            "12345",
            "-3",
            "1.5",
            "18446744073709551615",
            "\"\"",
            "\"text\"",
            "\"a\\/b\\\\c\\\"d\\n\"",
            "\"\\u00e9\"",
            "\"\u00e9\u4e16\"",
            "[]",
            "[\"PENDING\"]",
            "[\"RUNNING\", \"COMPLETING\"]",
            "[\"a\", 5]",
            "[[\"a\"]]",
            "{}",
            "{\"set\": true, \"infinite\": false, \"number\": 42}",
            "{\"set\": true, \"infinite\": false, \"number\": 1.5}",
            "{\"set\": false, \"infinite\": false, \"number\": 0}",
            "{\"set\": false, \"infinite\": true, \"number\": 0}",
            "{\"number\": 42, \"set\": true, \"infinite\": false}",
            "{\"return_code\": {\"set\": true, \"infinite\": false, \"number\": 3}}");

    @ParameterizedTest
    @CsvSource({
        "jobs, 24.11, v0.0.40",
        "jobs, 24.11, v0.0.42",
        "jobs, 26.05, v0.0.45",
        "nodes, 24.11, v0.0.42",
        "nodes, 26.05, v0.0.45"
    })
    void readsEachRecordAsIfItWereAlone(String list, String release, String version) throws Exception {
        ArrayNode captured = (ArrayNode) Trees.captured(release, version, list).get(list);
        Random random = new Random(14);
        for (int i = 0; i < LISTS; i++) {
            List<ObjectNode> records = records(captured, random);
            for (int id = 0; id < records.size(); id++) {
                identify(records.get(id), list, id + 1);
            }
            byte[] together = document(list, records, random.nextBoolean());
            List<Object> alone = new ArrayList<>();
            for (ObjectNode record : records) {
                byte[] one = document(list, List.of(record), false);
                alone.addAll(Answers.decode(list, version, assembler(list), one, one.length)
                        .records());
            }

            Answer<?> answer = Answers.decode(list, version, assembler(list), together, piece(together, random));

            assertThat(answer.records().toArray())
                    .as(new String(together, UTF_8))
                    .isEqualTo(alone.toArray());
            assertThat(answer.unreadable()).isEqualTo(records.size() - alone.size());
        }
    }

    private static RecordAssembler<?> assembler(String list) {
        return list.equals("jobs") ? new JobAssembler(new JobParts()) : new NodeAssembler();
    }

    private static void identify(ObjectNode record, String list, int id) {
        if (list.equals("jobs")) {
            record.put("job_id", id);
        } else {
            record.put("name", "node-" + id);
        }
    }

    /** Records that are longer than a usual part of a response, and records with more members than are compared. */
    @Test
    void readsLongRecords() throws Exception {
        ObjectNode captured = (ObjectNode)
                Trees.captured("26.05", "v0.0.45", "jobs").get("jobs").get(0);
        List<Integer> lengths = List.of(60_000, 700_000, 1_500_000);
        ObjectNode members = captured.deepCopy();
        for (int i = 0; i < 1_500; i++) {
            members.put("member-" + i, i);
        }
        List<ObjectNode> records = new ArrayList<>();
        for (int id = 1; id <= 6; id++) {
            ObjectNode record =
                    id <= 3 ? captured.deepCopy().put("comment", "x".repeat(lengths.get(id - 1))) : members.deepCopy();
            records.add(record.put("job_id", id).put("user_name", "user-" + id));
        }
        byte[] list = document("jobs", records, true);

        List<Job> jobs = Answers.decode("jobs", "v0.0.45", new JobAssembler(new JobParts()), list, 16_384)
                .records();

        assertThat(jobs).extracting(Job::id).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
        assertThat(jobs)
                .extracting(job -> job.owner().user())
                .containsExactly("user-1", "user-2", "user-3", "user-4", "user-5", "user-6");
    }

    /** A wanted text of each record is longer than the texts that are compared, and differs. */
    @Test
    void readsLongTexts() throws Exception {
        List<String> texts = List.of("a", "b".repeat(70_000), "c".repeat(70_000), "d");
        List<ObjectNode> records = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            ObjectNode record = MAPPER.createObjectNode().put("job_id", i + 1).put("dependency", texts.get(i));
            record.putArray("job_state").add("PENDING");
            records.add(record);
        }

        assertThat(Answers.jobRecords("v0.0.45", document("jobs", records, false)))
                .extracting(Job::dependency)
                .isEqualTo(texts);
    }

    /** The third record has a member more than the record before it. */
    @ParameterizedTest
    @ValueSource(ints = {1_023, 1_024, 1_025})
    void readsRecordsWithAboutAsManyMembersAsAreCompared(int members) throws Exception {
        ObjectNode record = MAPPER.createObjectNode();
        record.put("job_id", 1).putArray("job_state").add("PENDING");
        for (int i = record.size(); i < members; i++) {
            record.put("member-" + i, i);
        }
        List<ObjectNode> records = List.of(
                record,
                record.deepCopy().put("job_id", 2),
                record.deepCopy().put("job_id", 3).put("more", 1),
                record.deepCopy().put("job_id", 4));

        assertThat(Answers.jobRecords("v0.0.45", document("jobs", records, true)))
                .extracting(Job::id)
                .containsExactly(1L, 2L, 3L, 4L);
    }

    /** Mutates bytes of a list: the reader must refuse what Jackson refuses, and read the same values as Jackson. */
    @Test
    void readsMutatedRecordsAsJacksonDoes(TestReporter reporter) throws Exception {
        ArrayNode captured =
                (ArrayNode) Trees.captured("26.05", "v0.0.45", "jobs").get("jobs");
        Random random = new Random(16);
        Map<String, Integer> outcomes = new TreeMap<>();
        for (int i = 0; i < MUTATIONS; i++) {
            List<ObjectNode> records = records(captured, random);
            for (int id = 0; id < records.size(); id++) {
                shorten(records.get(id), 20).put("job_id", id + 1);
            }
            byte[] mutated = MutatedBytes.of(document("jobs", records, random.nextBoolean()), random);
            Optional<List<Job>> expected = readByJackson(mutated);
            if (expected.isPresent() && repeatsMembers(mutated)) {
                continue;
            }

            Optional<List<Job>> read = read(mutated, piece(mutated, random));

            assertThat(read).as("%d: %s", i, new String(mutated, UTF_8)).isEqualTo(expected);
            outcomes.merge(read.isPresent() ? "read" : "refused", 1, Integer::sum);
        }
        reporter.publishEntry("mutations", outcomes.toString());

        assertThat(outcomes.values()).hasSize(2).allMatch(count -> count > MUTATIONS / 5);
    }

    /** Returns the jobs of a list that Jackson accepts: each job alone, as Jackson writes it again. */
    private static Optional<List<Job>> readByJackson(byte[] document) throws Exception {
        JsonNode root;
        try {
            root = MAPPER.readTree(new String(document, UTF_8));
        } catch (IOException e) {
            return Optional.empty();
        }
        if (!(root.get("jobs") instanceof ArrayNode list)) {
            return Optional.empty();
        }
        TreeMap<Long, Job> jobs = new TreeMap<>();
        for (JsonNode record : list) {
            for (Job job : Answers.jobRecords("v0.0.45", document("jobs", List.of(record), false))) {
                jobs.putIfAbsent(job.id(), job);
            }
        }
        return Optional.of(List.copyOf(jobs.values()));
    }

    private static Optional<List<Job>> read(byte[] document, int piece) {
        try {
            List<Job> jobs = Answers.decode("jobs", "v0.0.45", new JobAssembler(new JobParts()), document, piece)
                    .records();
            TreeMap<Long, Job> byId = new TreeMap<>();
            jobs.forEach(job -> byId.putIfAbsent(job.id(), job));
            return Optional.of(List.copyOf(byId.values()));
        } catch (UndecodableJson e) {
            return Optional.empty();
        }
    }

    /** Returns true if a record has a member twice: the reader refuses wanted ones only, and Jackson takes the last. */
    private static boolean repeatsMembers(byte[] document) {
        try {
            REFUSING_REPEATED_MEMBERS.readTree(new String(document, UTF_8));
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** Returns copies of captured records, of which each has some other values than the one before it. */
    private static List<ObjectNode> records(ArrayNode captured, Random random) throws IOException {
        List<ObjectNode> records = new ArrayList<>();
        ObjectNode last = captured.get(random.nextInt(captured.size())).deepCopy();
        for (int count = 2 + random.nextInt(6); count > 0; count--) {
            last = random.nextInt(8) == 0
                    ? captured.get(random.nextInt(captured.size())).deepCopy()
                    : last.deepCopy();
            List<String> names = new ArrayList<>();
            last.fieldNames().forEachRemaining(names::add);
            for (int change = random.nextInt(8); change > 0; change--) {
                String name = names.get(random.nextInt(names.size()));
                JsonNode other = random.nextInt(3) == 0
                        ? MAPPER.readTree(VALUES.get(random.nextInt(VALUES.size())))
                        : captured.get(random.nextInt(captured.size())).path(name);
                if (other.isMissingNode()) {
                    last.remove(name);
                } else {
                    last.set(name, other);
                }
            }
            records.add(last);
        }
        return records;
    }

    /** Removes most unwanted members, so that mutations hit the others. */
    private static ObjectNode shorten(ObjectNode record, int members) {
        List<String> unwanted = new ArrayList<>();
        record.fieldNames().forEachRemaining(unwanted::add);
        unwanted.removeAll(JobDecoding.members());
        unwanted.stream().skip(members).forEach(record::remove);
        return record;
    }

    /** Writes a list as slurmrestd does, with or without white space. */
    private static byte[] document(String list, List<? extends JsonNode> records, boolean pretty) {
        ObjectNode root = MAPPER.createObjectNode();
        root.putArray(list).addAll(records);
        String text = pretty ? root.toPrettyString().replace("\" : ", "\": ") : root.toString();
        return text.getBytes(UTF_8);
    }

    private static int piece(byte[] document, Random random) {
        return 1 + random.nextInt(random.nextBoolean() ? document.length : 100);
    }
}
