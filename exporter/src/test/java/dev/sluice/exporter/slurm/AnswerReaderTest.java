package dev.sluice.exporter.slurm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.model.Job;
import dev.sluice.exporter.model.JobState;
import dev.sluice.exporter.model.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which values are read as what, whatever else an answer holds. */
class AnswerReaderTest {

    private static final long MEBIBYTE = 1 << 20;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    {"set":true,"infinite":false,"number":5}                      | 5
                    {"number":5,"infinite":false,"set":true}                      | 5
                    {"set":true,"infinite":false,"number":5.9}                    | 5
                    {"set":true,"infinite":false,"number":2.3283064376228985e-10} | 0
                    {"set":true,"infinite":false,"number":9007199254740992}       | 9007199254740992
                    {"set":true,"infinite":false,"number":1.8446744073709552e19}  | 0
                    {"set":true,"infinite":false,"number":18446744073709551614}   | 0
                    {"set":true,"infinite":false,"number":-5}                     | 0
                    {"set":true,"infinite":false,"number":Infinity}               | 0
                    {"set":true,"infinite":false,"number":NaN}                    | 0
                    {"set":true,"infinite":false,"number":"5"}                    | 0
                    {"set":true,"infinite":false,"number":[5]}                    | 0
                    {"set":true,"infinite":false,"number":{"number":5}}           | 0
                    {"set":true,"infinite":false}                                 | 0
                    {"set":false,"infinite":false,"number":5}                     | 0
                    {"set":false,"infinite":true,"number":0}                      | 0
                    {"set":true,"infinite":true,"number":5}                       | 0
                    {"set":null,"infinite":null,"number":5}                       | 0
                    {"number":5}                                                  | 0
                    {"set":true,"infinite":false,"number":5,"unit":"s","x":[{}]}  | 5
                    {}                                                            | 0
                    5                                                             | 5
                    5.9                                                           | 5
                    5e2                                                           | 500
                    -5                                                            | 0
                    1.8446744073709552e19                                         | 0
                    18446744073709551615                                          | 0
                    -18446744073709551615                                         | 0
                    1e400                                                         | 0
                    Infinity                                                      | 0
                    -Infinity                                                     | 0
                    NaN                                                           | 0
                    null                                                          | 0
                    true                                                          | 0
                    "5"                                                           | 0
                    [5]                                                           | 0
                    """)
    void readsANumberPlainOrWrapped(String value, long expected) throws Exception {
        String body = "{\"jobs\":[{\"job_id\":1,\"eligible_time\":" + value + "},{\"job_id\":2}]}";

        for (int piece : new int[] {1, 5, 10_000}) {
            assertThat(jobs(body, piece)).extracting(Job::eligibleAt).containsExactly(expected, 0L);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    ["RUNNING"]                                  | RUNNING   | RUNNING
                    "RUNNING"                                    | RUNNING   | RUNNING
                    ["RUNNING","COMPLETING"]                     | RUNNING   | COMPLETING
                    ["COMPLETING","RUNNING"]                     | RUNNING   | COMPLETING
                    ["PENDING","REQUEUED","SPECIAL_EXIT"]        | PENDING   | REQUEUED
                    ["PENDING","A_STATE_OF_TOMORROW"]            | PENDING   | PENDING
                    ["A_STATE_OF_TOMORROW"]                      | UNKNOWN   | UNKNOWN
                    ["UNKNOWN"]                                  | UNKNOWN   | UNKNOWN
                    ["running"]                                  | UNKNOWN   | UNKNOWN
                    []                                           | UNKNOWN   | UNKNOWN
                    null                                         | UNKNOWN   | UNKNOWN
                    1                                            | UNKNOWN   | UNKNOWN
                    [1,null,{"x":["FAILED"]},["FAILED"],true,"RUNNING"] | RUNNING | RUNNING
                    """)
    void readsAStateAsTextOrListOfTexts(String value, JobState base, JobState shown) throws Exception {
        List<Job> jobs = jobs("{\"jobs\":[{\"job_id\":1,\"job_state\":" + value + "},{\"job_id\":2}]}", 3);

        assertThat(jobs.get(0).base()).isEqualTo(base);
        assertThat(jobs.get(0).state()).isEqualTo(shown);
        assertThat(jobs.get(1).base()).isEqualTo(JobState.UNKNOWN);
    }

    static Stream<Arguments> wantedFieldsWithWrongValues() {
        List<String> values = List.of(
                "null", "true", "\"\"", "\"wrong\"", "-1", "5", "1e400", "99999999999999999999999", "[]", "{}", "[[]]");
        List<String> odd =
                List.of("[null]", "[{}]", "[[\"a\"],{\"a\":\"b\"},1]", "{\"a\":{\"b\":[1]}}", "{\"set\":[]}");
        return Arrays.stream(SlurmField.values())
                .filter(field ->
                        field.path().startsWith("jobs[].") || field.path().startsWith("nodes[]."))
                .flatMap(
                        field -> Stream.concat(values.stream(), odd.stream()).map(value -> Arguments.of(field, value)));
    }

    /** Whatever stands in one record, it does not throw, and the next record is as if it had never been. */
    @ParameterizedTest
    @MethodSource("wantedFieldsWithWrongValues")
    void aWrongValueStaysInItsOwnRecord(SlurmField field, String value) throws Exception {
        String list = field.path().substring(0, field.path().indexOf('['));
        String member = field.path().substring(field.path().indexOf('.') + 1);
        ArrayNode records = Trees.captured("26.05", "v0.0.45", list).withArray(list);
        ObjectNode mutant = (ObjectNode) records.get(3).deepCopy();
        mutant.set(member, Trees.MAPPER.readTree(value.replace("1e400", "1e300")));
        ObjectNode bare = Trees.MAPPER.createObjectNode().put("job_id", 1).put("name", "bare");

        List<?> alone = decode(list, List.of(records.get(4), bare));
        List<?> after = decode(list, List.of(mutant, records.get(4), mutant, bare));

        List<?> others = after.stream().filter(alone::contains).toList();
        assertThat(others).isEqualTo(alone);
        assertThat(after).hasSizeBetween(2, 4);
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.CapturedReleases#all")
    void readsTheSameWithUnknownMembersEverywhereAndMembersInAnotherOrder(String release, String version)
            throws Exception {
        for (String list : List.of("jobs", "nodes", "partitions")) {
            ObjectNode captured = Trees.captured(release, version, list);
            JsonNode strange = strange(captured);

            byte[] body = Trees.bytes(strange);
            assertThat(decode(list, version, body)).isEqualTo(decode(list, version, Trees.bytes(captured)));
        }
    }

    @Test
    void leavesOutWhatIsMissingOrNull() throws Exception {
        Node node = (Node)
                decode("nodes", List.of(Trees.object("{\"name\":\"n1\"}"))).get(0);
        ObjectNode nulls = Trees.object("{\"name\":\"n1\"}");
        Trees.captured("26.05", "v0.0.45", "nodes")
                .withArray("nodes")
                .get(0)
                .fieldNames()
                .forEachRemaining(name -> {
                    if (!name.equals("name")) {
                        nulls.putNull(name);
                    }
                });

        assertThat(node.base().name()).isEqualTo("UNKNOWN");
        assertThat(List.of(node.cpus(), node.memoryBytes(), node.reasonSince())).containsOnly(0L);
        assertThat(node.gpus().isEmpty()).isTrue();
        assertThat(node.partitions()).isEmpty();
        assertThat(decode("nodes", List.of(nulls))).isEqualTo(List.of(node));
    }

    @Test
    void neverLetsMemoryOverflow() throws Exception {
        List<?> nodes = decode(
                "nodes",
                List.of(
                        Trees.object("{\"name\":\"n1\",\"real_memory\":9007199254740992,\"alloc_memory\":1}"),
                        Trees.object("{\"name\":\"n2\",\"real_memory\":10,\"specialized_memory\":11}")));

        assertThat(((Node) nodes.get(0)).memoryBytes()).isEqualTo((Long.MAX_VALUE / MEBIBYTE) * MEBIBYTE);
        assertThat(((Node) nodes.get(0)).allocatedMemoryBytes()).isEqualTo(MEBIBYTE);
        assertThat(((Node) nodes.get(1)).memoryBytes()).isZero();
    }

    @Test
    void countsANodeOnceInAPartitionThatIsNamedTwice() throws Exception {
        List<?> nodes = decode("nodes", List.of(Trees.object("{\"name\":\"n1\",\"partitions\":[\"a\",\"b\",\"a\"]}")));

        assertThat(((Node) nodes.get(0)).partitions()).containsExactly("a", "b");
    }

    /** Slurm keeps the name of whoever set the last reason; up to v0.0.44 slurmrestd shows it. */
    @Test
    void namesNobodyWhereThereIsNoReason() throws Exception {
        List<?> nodes = decode(
                "nodes", List.of(Trees.object("{\"name\":\"n1\",\"reason\":\"\",\"reason_set_by_user\":\"root\"}")));

        assertThat(((Node) nodes.get(0)).reasonUser()).isEmpty();
    }

    /** The same with objects' members reversed and a member that no Slurm has at both ends of each. */
    private static JsonNode strange(JsonNode node) {
        if (node instanceof ArrayNode array) {
            ArrayNode copy = Trees.MAPPER.createArrayNode();
            array.forEach(element -> copy.add(strange(element)));
            return copy;
        }
        if (!(node instanceof ObjectNode object)) {
            return node;
        }
        ObjectNode copy = Trees.MAPPER.createObjectNode();
        copy.putObject("of_tomorrow").putArray("jobs").addObject().put("job_id", 5);
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        Collections.reverse(names);
        names.forEach(name -> copy.set(name, strange(object.get(name))));
        copy.putArray("of_tomorrow_too").add("x").addArray().addNull().add(1.5);
        return copy;
    }

    private static List<?> decode(String list, List<? extends JsonNode> records) throws Exception {
        ObjectNode body = Trees.MAPPER.createObjectNode();
        body.putArray(list).addAll(records);
        return decode(list, "v0.0.45", Trees.bytes(body)).records();
    }

    private static Answer<?> decode(String list, String version, byte[] body) throws UndecodableAnswer {
        RecordAssembler<?> assembler = switch (list) {
            case "jobs" -> JobAssembler.forScaling();
            case "nodes" -> new NodeAssembler();
            case "partitions" -> new PartitionAssembler();
            default -> throw new IllegalArgumentException(list);
        };
        return Answers.decode(list, version, assembler, body, 1_000);
    }

    private static List<Job> jobs(String body, int piece) throws UndecodableAnswer {
        return Answers.decode("jobs", "v0.0.45", JobAssembler.forScaling(), body.getBytes(UTF_8), piece)
                .records();
    }
}
