package dev.sluice.exporter.slurm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.poll.FetchFailure;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how the reader reads single values, independent of the rest of the response. */
class AnswerReaderTest {

    private static final long MEBIBYTE = 1 << 20;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    {"set":true,"infinite":false,"number":5}                      | 5
                    {"number":5,"infinite":false,"set":true}                      | 5
                    {"set":true,"infinite":false,"number":5.9}                    | 5
                    {"set":true,"infinite":false,"number":2.3283064376228985e-10} | 0
                    {"set":true,"infinite":false,"number":9007199254740992}       | 9007199254740992
                    {"set":true,"infinite":false,"number":9007199254740994}       | 0
                    {"set":true,"infinite":false,"number":1.8446744073709552e19}  | 0
                    {"set":true,"infinite":false,"number":18446744073709551614}   | 0
                    {"set":true,"infinite":false,"number":-5}                     | unreadable
                    {"set":true,"infinite":false,"number":Infinity}               | 0
                    {"set":true,"infinite":false,"number":NaN}                    | unreadable
                    {"set":true,"infinite":false,"number":"5"}                    | unreadable
                    {"set":true,"infinite":false,"number":[5]}                    | unreadable
                    {"set":true,"infinite":false,"number":{"number":5}}           | unreadable
                    {"set":true,"infinite":false}                                 | 0
                    {"set":false,"infinite":false,"number":5}                     | 0
                    {"set":false,"infinite":true,"number":0}                      | 0
                    {"set":true,"infinite":true,"number":5}                       | 0
                    {"set":null,"infinite":null,"number":5}                       | unreadable
                    {"number":5}                                                  | unreadable
                    {"set":true,"infinite":false,"number":5,"unit":"s","x":[{}]}  | 5
                    {}                                                            | unreadable
                    5                                                             | 5
                    5.9                                                           | 5
                    5e2                                                           | 500
                    0                                                             | 0
                    0.0                                                           | 0
                    9007199254740992.0                                            | 9007199254740992
                    9007199254740994.0                                            | 0
                    -5                                                            | unreadable
                    1.8446744073709552e19                                         | 0
                    18446744073709551615                                          | 0
                    -18446744073709551615                                         | unreadable
                    1e400                                                         | 0
                    Infinity                                                      | 0
                    -Infinity                                                     | unreadable
                    NaN                                                           | unreadable
                    null                                                          | 0
                    true                                                          | unreadable
                    "5"                                                           | unreadable
                    [5]                                                           | unreadable
                    """)
    void readsANumberPlainOrWrapped(String value, String expected) throws Exception {
        String body = "{\"jobs\":[{\"job_id\":1,\"job_state\":[\"PENDING\"],\"eligible_time\":" + value
                + "},{\"job_id\":2,\"job_state\":[\"PENDING\"]}]}";
        Long[] times = expected.equals("unreadable") ? new Long[] {0L} : new Long[] {Long.valueOf(expected), 0L};

        for (int piece : new int[] {1, 5, 10_000}) {
            assertThat(jobs(body, piece))
                    .extracting(job -> job.times().eligibleAt())
                    .containsExactly(times);
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
                    """)
    void readsAStateAsTextOrListOfTexts(String value, JobState base, JobState shown) throws Exception {
        List<Job> jobs = jobs("{\"jobs\":[{\"job_id\":1,\"job_state\":" + value + "}]}", 3);

        assertThat(jobs.get(0).status().base()).isEqualTo(base);
        assertThat(jobs.get(0).status().state()).isEqualTo(shown);
    }

    /** A record with an unknown state must count as unreadable. The reader must not ignore the record. */
    @ParameterizedTest
    @ValueSource(strings = {"[]", "null", "1", "{}", "[1]", "[\"RUNNING\",{\"x\":1}]", "[[\"FAILED\"]]"})
    void takesARecordWithoutAStateForUnreadable(String value) throws Exception {
        byte[] jobs = ("{\"jobs\":[{\"job_id\":1,\"job_state\":" + value + "},{\"job_id\":2}]}").getBytes(UTF_8);
        byte[] nodes = ("{\"nodes\":[{\"name\":\"n1\",\"state\":" + value + "},{\"name\":\"n2\"}]}").getBytes(UTF_8);

        assertThat(Answers.jobs(jobs).unreadable()).isEqualTo(2);
        assertThat(Answers.nodes(nodes).unreadable()).isEqualTo(2);
    }

    /** The meaning of such a record is unknown, so the record must not count as valid. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "'job_state':['RUNNING',['FAILED']]",
                "'job_state':['RUNNING'],'account':{'x':1}",
                "'job_state':['RUNNING'],'account':5",
                "'job_state':['RUNNING'],'account':true",
                "'job_state':['RUNNING'],'tasks':'5'",
                "'job_state':['RUNNING'],'hold':[true]",
            })
    void takesARecordWithAMemberOfAnotherTypeForUnreadable(String members) throws Exception {
        byte[] body = ("{\"jobs\":[{\"job_id\":1," + members.replace('\'', '"')
                        + "},{\"job_id\":2,\"job_state\":[\"RUNNING\"]}]}")
                .getBytes(UTF_8);

        AnswerReader<Job> answer = Answers.jobs(body);

        assertThat(answer.unreadable()).isEqualTo(1);
        assertThat(answer.records()).extracting(Job::id).containsExactly(2L);
    }

    @Test
    void takesAPartitionWhoseLimitsAreNoObjectForUnreadable() throws Exception {
        byte[] body = ("{\"partitions\":[{\"name\":\"a\",\"partition\":{\"state\":[\"UP\"]},\"maximums\":5},"
                        + "{\"name\":\"b\",\"partition\":{\"state\":[\"UP\"]}}]}")
                .getBytes(UTF_8);

        AnswerReader<Partition> answer = Answers.partitions(body);

        assertThat(answer.unreadable()).isEqualTo(1);
        assertThat(answer.records()).extracting(Partition::name).containsExactly("b");
    }

    /** The values of one job must not appear in the next job. Only priority 0 means that a job is held. */
    @Test
    void forgetsTheJobBefore() throws Exception {
        List<Job> jobs = jobs("""
                {"jobs":[
                 {"job_id":1,"job_state":["PENDING"],"hold":true,"tres_per_socket":"gres/gpu:2","sockets_per_node":
                  {"set":true,"infinite":false,"number":2},"node_count":{"set":true,"infinite":false,"number":1},
                  "priority":{"set":true,"infinite":false,"number":9}},
                 {"job_id":2,"job_state":["PENDING"],"priority":{"set":true,"infinite":false,"number":9}},
                 {"job_id":3,"job_state":["PENDING"],"hold":false,"priority":{"set":true,"infinite":false,"number":0}}]}
                """, 1_000);

        assertThat(jobs).extracting(job -> job.status().held()).containsExactly(true, false, true);
        assertThat(jobs).extracting(job -> job.request().gpus().total()).containsExactly(4L, 0L, 0L);
        assertThat(jobs).extracting(job -> job.shape().gpusPerSocket().total()).containsExactly(2L, 0L, 0L);
    }

    static Stream<Arguments> wantedFieldsWithWrongValues() {
        List<String> values = List.of(
                "null",
                "true",
                "\"\"",
                "\"wrong\"",
                "-1",
                "777777",
                "1e400",
                "99999999999999999999999",
                "[]",
                "{}",
                "[[]]");
        List<String> odd =
                List.of("[null]", "[{}]", "[[\"a\"],{\"a\":\"b\"},1]", "{\"a\":{\"b\":[1]}}", "{\"set\":[]}");
        return Stream.of("jobs", "nodes")
                .flatMap(list -> (list.equals("jobs") ? JobAssembler.MEMBERS : NodeAssembler.MEMBERS)
                        .stream()
                                .flatMap(member -> Stream.concat(values.stream(), odd.stream())
                                        .map(value -> Arguments.of(list, member, value))));
    }

    /** For any content of a record, the reader must not throw an exception, and must read the next record correctly. */
    @Tag("slow")
    @ParameterizedTest
    @MethodSource("wantedFieldsWithWrongValues")
    void aWrongValueStaysInItsOwnRecord(String list, String member, String value) throws Exception {
        ArrayNode records = Trees.captured("26.05", "v0.0.45", list).withArray(list);
        ObjectNode mutant = (ObjectNode) records.get(3).deepCopy();
        mutant.set(member, Trees.MAPPER.readTree(value.replace("1e400", "1e300")));
        ObjectNode bare = Trees.MAPPER
                .createObjectNode()
                .put("job_id", 1)
                .put("job_state", "RUNNING")
                .put("state", "IDLE")
                .put("name", "bare");

        List<?> alone = decode(list, List.of(records.get(4), bare));
        List<?> after = decode(list, List.of(mutant, records.get(4), mutant, bare));

        List<?> others = after.stream().filter(alone::contains).toList();
        assertThat(others).isEqualTo(alone);
        assertThat(after).hasSizeBetween(2, 4);
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void readsTheSameWithUnknownMembersEverywhereAndMembersInAnotherOrder(String release, String version)
            throws Exception {
        for (String list : List.of("jobs", "nodes", "partitions")) {
            ObjectNode captured = Trees.captured(release, version, list);
            JsonNode strange = strange(captured);

            AnswerReader<?> read = decode(list, Trees.bytes(strange));
            AnswerReader<?> expected = decode(list, Trees.bytes(captured));
            assertThat(read.records()).isNotEmpty().isEqualTo(expected.records());
            assertThat(read.unreadable()).isEqualTo(expected.unreadable());
            assertThat(read.errors()).isEqualTo(expected.errors());
            assertThat(read.release()).isEqualTo(expected.release());
            assertThat(read.lastUpdate()).isEqualTo(expected.lastUpdate());
        }
    }

    @Test
    void leavesOutWhatIsMissingOrNull() throws Exception {
        Node node =
                (Node) decode("nodes", List.of(Trees.object("{\"name\":\"n1\",\"state\":[\"A_STATE_OF_TOMORROW\"]}")))
                        .get(0);
        ObjectNode nulls = Trees.object("{\"name\":\"n1\",\"state\":[\"A_STATE_OF_TOMORROW\"]}");
        Trees.captured("26.05", "v0.0.45", "nodes")
                .withArray("nodes")
                .get(0)
                .fieldNames()
                .forEachRemaining(name -> {
                    if (!name.equals("name") && !name.equals("state")) {
                        nulls.putNull(name);
                    }
                });

        assertThat(node.base().name()).isEqualTo("UNKNOWN");
        assertThat(List.of(
                        node.usable().cpus(),
                        node.usable().memoryBytes(),
                        node.reason().since()))
                .containsOnly(0L);
        assertThat(node.usable().gpus().isEmpty()).isTrue();
        assertThat(node.partitions()).isEmpty();
        assertThat(decode("nodes", List.of(nulls))).isEqualTo(List.of(node));
    }

    @Test
    void sharesEqualValuesWithThePreviousResponse() throws Exception {
        List<Job> before = jobs("", "");
        List<Job> unchanged = new ArrayList<>(before);
        Collections.reverse(unchanged);

        assertThat(jobs(before, "", "")).usingElementComparator(SAME).containsExactlyElementsOf(before);
        assertThat(jobs(before.subList(1, 3), "", "").subList(1, 3))
                .usingElementComparator(SAME)
                .containsExactlyElementsOf(before.subList(1, 3));
        assertThat(jobs(unchanged, "", "")).isEqualTo(before);
        List<Job> changed = jobs(before, "\"priority\":4", "\"priority\":5");
        assertThat(changed).isEqualTo(jobs("\"priority\":4", "\"priority\":5"));
        assertThat(changed.get(1)).isNotEqualTo(before.get(1));
        assertThat(changed.get(1).times()).isSameAs(before.get(1).times());
        assertThat(changed.get(1).owner()).isSameAs(before.get(1).owner());
    }

    private static final Comparator<Job> SAME = (one, other) -> one == other ? 0 : 1;

    private static List<Job> jobs(String replaced, String by) throws Exception {
        return jobs(List.of(), replaced, by);
    }

    private static List<Job> jobs(List<Job> before, String replaced, String by) throws Exception {
        AnswerReader<Job> reader = new AnswerReader<>(Answers.jobs(Answers.METRICS), before, 10, new ReadMemory());
        String body = """
                {"jobs":[
                {"job_id":1,"job_state":["RUNNING"],"priority":3,"nodes":"n1","start_time":100,"user_name":"ada"},
                {"job_id":2,"job_state":["PENDING"],"priority":4,"submit_time":90,"user_name":"ada"},
                {"job_id":3,"job_state":["PENDING"],"priority":4,"submit_time":91,"user_name":"bob"}]}""";
        reader.read(new ByteArrayInputStream(body.replace(replaced, by).getBytes(UTF_8)));
        return reader.records();
    }

    @Test
    void readsAsManyRecordsAsAllowed() throws Exception {
        byte[] body = "{\"jobs\":[{\"job_id\":1,\"job_state\":\"RUNNING\"},{\"job_id\":2,\"job_state\":\"PENDING\"}]}"
                .getBytes(UTF_8);
        AnswerReader<Job> two = new AnswerReader<>(Answers.jobs(Answers.SCALING), List.of(), 2, new ReadMemory());
        AnswerReader<Job> one = new AnswerReader<>(Answers.jobs(Answers.SCALING), List.of(), 1, new ReadMemory());

        two.read(new ByteArrayInputStream(body));

        assertThat(two.records()).hasSize(2);
        assertThat(two.bytes()).isEqualTo(body.length);
        assertThat(two.release()).isEmpty();
        assertThatThrownBy(() -> one.read(new ByteArrayInputStream(body)))
                .hasMessageStartingWith("the response has more than 1 records");
    }

    @Test
    void neverLetsMemoryOverflow() throws Exception {
        List<?> nodes = decode(
                "nodes",
                List.of(
                        Trees.object(
                                "{\"name\":\"n1\",\"state\":\"IDLE\",\"real_memory\":9007199254740992,\"alloc_memory\":1}"),
                        Trees.object(
                                "{\"name\":\"n2\",\"state\":\"IDLE\",\"real_memory\":10,\"specialized_memory\":11}")));

        assertThat(((Node) nodes.get(0)).usable().memoryBytes()).isEqualTo((Long.MAX_VALUE / MEBIBYTE) * MEBIBYTE);
        assertThat(((Node) nodes.get(0)).allocated().memoryBytes()).isEqualTo(MEBIBYTE);
        assertThat(((Node) nodes.get(1)).usable().memoryBytes()).isZero();
    }

    @Test
    void countsANodeOnceInAPartitionThatIsNamedTwice() throws Exception {
        List<?> nodes = decode(
                "nodes",
                List.of(Trees.object("{\"name\":\"n1\",\"state\":\"IDLE\",\"partitions\":[\"a\",\"b\",\"a\"]}")));

        assertThat(((Node) nodes.get(0)).partitions()).containsExactly("a", "b");
    }

    /** Slurm keeps the name of the user who set the last reason. Up to v0.0.44, slurmrestd shows this name. */
    @Test
    void namesNobodyWhereThereIsNoReason() throws Exception {
        List<?> nodes = decode(
                "nodes",
                List.of(Trees.object(
                        "{\"name\":\"n1\",\"state\":\"IDLE\",\"reason\":\"\",\"reason_set_by_user\":\"root\"}")));

        assertThat(((Node) nodes.get(0)).reason().user()).isEmpty();
    }

    /**
     * Returns a copy with the members of each object in reversed order, and an unknown member at both ends of each
     * object.
     */
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
        return decode(list, Trees.bytes(body)).records();
    }

    private static AnswerReader<?> decode(String list, byte[] body) throws FetchFailure {
        return Answers.decode(Answers.list(list), body, 1_000);
    }

    private static List<Job> jobs(String body, int piece) throws FetchFailure {
        return Answers.decode(Answers.jobs(Answers.SCALING), body.getBytes(UTF_8), piece)
                .records();
    }
}
