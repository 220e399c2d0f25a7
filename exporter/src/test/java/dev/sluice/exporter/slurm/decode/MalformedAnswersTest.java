package dev.sluice.exporter.slurm.decode;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.exporter.json.JsonLimits;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.fixtures.Capture;
import java.io.ByteArrayInputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests responses that differ from slurmrestd's documentation. The reader must reject some of these responses, and must
 * accept the others.
 */
class MalformedAnswersTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    ~~                                    | in the middle of its JSON
                    {                                     | in the middle of its JSON
                    {"jobs":[                             | in the middle of its JSON
                    {"jobs":[{"job_id":1}]                | in the middle of its JSON
                    {"jobs":[{"job_id":1}                 | in the middle of its JSON
                    {"jobs":[{"job_id":1},]}              | is not the JSON
                    {"jobs":[{"job_id":1}}                | is not the JSON
                    {"jobs":[{"job_id":01}]}              | is not the JSON
                    {"jobs":[{'job_id':1}]}               | is not the JSON
                    {"jobs":[]} x                         | is not the JSON
                    {"jobs":[]}]                          | is not the JSON
                    {"jobs":[]}{"jobs":[]}                | more follows
                    {"jobs":[]}[]                         | more follows
                    {"jobs":[]}5                          | more follows
                    [{"jobs":[]}]                         | is a JSON list
                    []                                    | is a JSON list
                    5                                     | is not a JSON object
                    "jobs"                                | is not a JSON object
                    null                                  | is not a JSON object
                    true                                  | is not a JSON object
                    <html>                                | is not the JSON
                    {}                                    | has no list "jobs"
                    {"jobs":null}                         | has no list "jobs"
                    {"jobs":{"job_id":1}}                 | has no list "jobs"
                    {"jobs":"none"}                       | has no list "jobs"
                    {"nodes":[]}                          | has no list "jobs"
                    {"x":{"jobs":[{"job_id":1}]}}         | has no list "jobs"
                    {"jobs":[],"jobs":[]}                 | list "jobs" twice
                    {"jobs":[{"job_id":1}],"jobs":[]}     | list "jobs" twice
                    {"jobs":[{"job_id":1,"job_id":1}]}    | member "job_id" twice
                    {"jobs":[{"job_id":1,"tasks":1,"tasks":{}}]} | member "tasks" twice
                    """)
    void refusesWhatCouldGiveWrongNumbers(String body, String why) {
        for (int piece : new int[] {1, 7, Integer.MAX_VALUE}) {
            assertThatExceptionOfType(FetchFailure.class)
                    .isThrownBy(() -> jobs(body.getBytes(UTF_8), piece))
                    .withMessageContaining(why);
        }
    }

    @Test
    void showsNothingOfTheAnswerInItsMessage() {
        assertThatExceptionOfType(FetchFailure.class)
                .isThrownBy(() -> jobs("{\"jobs\":[{\"user_name\":\"alice\" secret}]}"))
                .withMessageMatching("[a-zA-Z ,]+ from character \\d+ on");
    }

    @ParameterizedTest
    @CsvSource({"90, true", "400, false"})
    void skipsUnwantedContainersUnlessTheyAreNestedAbsurdlyDeep(int depth, boolean readable) throws Exception {
        String deep = "{\"a\":[".repeat(depth) + "]}".repeat(depth);
        String body = "{\"deep\":" + deep + ",\"jobs\":[{\"deep\":" + deep
                + ",\"job_state\":[\"RUNNING\"],\"job_id\":7,\"other\":" + deep + "}]}";

        if (readable) {
            assertThat(jobs(body).records()).extracting(Job::id).containsExactly(7L);
        } else {
            assertThatExceptionOfType(FetchFailure.class).isThrownBy(() -> jobs(body));
        }
    }

    @Test
    void skipsNamesThatAreWantedElsewhere() throws Exception {
        AnswerReader<Job> answer = jobs("""
                {"meta": {"job_id": 3, "jobs": [{"job_id": 4}], "slurm": {"release": "26.05.5", "x": {"release": "9"}}},
                 "job_id": 5, "nodes": [{"name": "n1", "job_id": 6}], "release": "1",
                 "jobs": [{"job_state": ["RUNNING"], "job_id": 7, "jobs": [{"job_id": 8}], "x": {"job_id": 9, "last_update": 10},
                           "last_update": 11, "job_resources": {"cpus": 12, "nodes": [{"tasks": 13}]}}],
                 "warnings": [{"error": "x"}]}
                """);

        assertThat(answer.records()).extracting(Job::id).containsExactly(7L);
        assertThat(answer.records().get(0).request().cpus()).isZero();
        assertThat(answer.release()).isEqualTo("26.05.5");
        assertThat(answer.lastUpdate()).isZero();
        assertThat(answer.errors()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"job_state\":[\"RUNNING\"]}",
                "{\"job_id\":null}",
                "{\"job_id\":0}",
                "{\"job_id\":-5}",
                "{\"job_id\":\"5\"}",
                "{\"job_id\":[5]}",
                "{\"job_id\":true}",
                "{\"job_id\":{\"set\":false,\"infinite\":false,\"number\":5}}",
                "{\"job_id\":1.8446744073709552e19}",
                "{\"job_id\":18446744073709551615}",
                "{\"job_id\":NaN}",
                "{\"JOB_ID\":5}",
                "null",
                "5",
                "\"job\"",
                "[]",
                "[{\"job_id\":5}]",
            })
    void countsAJobWithoutAnIdAsUnreadable(String record) throws Exception {
        AnswerReader<Job> answer = jobs("{\"jobs\":[{\"job_id\":1,\"job_state\":[\"RUNNING\"]}," + record
                + ",{\"job_id\":2,\"job_state\":[\"RUNNING\"]}]}");

        assertThat(answer.records()).extracting(Job::id).containsExactly(1L, 2L);
        assertThat(answer.unreadable()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"name\":null}", "{\"name\":\"\"}", "{\"name\":5}", "{\"hostname\":\"n9\"}"})
    void countsANodeWithoutANameAsUnreadable(String record) throws Exception {
        AnswerReader<Node> answer = nodes("{\"nodes\":[{\"name\":\"n1\",\"state\":[\"IDLE\"]}," + record
                + ",{\"name\":\"n2\",\"state\":[\"IDLE\"]}]}");

        assertThat(answer.records()).extracting(Node::name).containsExactly("n1", "n2");
        assertThat(answer.unreadable()).isEqualTo(1);
    }

    @Test
    void countsANodeThatComesTwiceOnce() throws Exception {
        AnswerReader<Node> answer = nodes("""
                {"nodes":[{"name":"n1","state":["IDLE"]},{"name":"n2","state":["IDLE"]},{"name":"n1","state":["DOWN"]}]}
                """);

        assertThat(answer.records()).extracting(Node::name).containsExactly("n1", "n2");
        assertThat(answer.unreadable()).isEqualTo(1);
    }

    @Test
    void doesNotTakeOddErrorsForUnreadableRecords() throws Exception {
        AnswerReader<Job> answer = jobs(
                "{\"errors\":[null,\"text\",[1],{\"error\":\"down\",\"error_number\":1}],\"jobs\":[{\"job_id\":1,\"job_state\":[\"RUNNING\"]}]}");

        assertThat(answer.unreadable()).isZero();
        assertThat(answer.errors()).containsExactly(new SlurmError(1, "down", ""));
    }

    @Test
    void takesErrorsInPlaceOfTheList() throws Exception {
        AnswerReader<Job> answer = jobs("{\"errors\":[{\"error\":\"down\",\"error_number\":1007}]}");

        assertThat(answer.records()).isEmpty();
        assertThat(answer.errors()).singleElement().matches(SlurmError::unauthorized);
    }

    @ParameterizedTest
    @ValueSource(strings = {"v0.0.40", "v0.0.41"})
    void readsOverTheBareWordInfinity(String version) throws Exception {
        byte[] shares = Capture.of("24.11").bytes("rest/" + version + "/slurm/shares.json");

        int infinities = 0;
        try (JsonParser json = JsonLimits.parser(new ByteArrayInputStream(shares), Long.MAX_VALUE)) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                infinities += token == JsonToken.VALUE_NUMBER_FLOAT && Double.isInfinite(json.getDoubleValue()) ? 1 : 0;
            }
        }
        assertThat(infinities).isEqualTo(3);
        for (int piece : new int[] {1, 13, shares.length}) {
            // The reader reads the response to the end. The only error is the missing list, because the response for
            // shares has no list.
            assertThatExceptionOfType(FetchFailure.class)
                    .isThrownBy(() -> Answers.decode(Answers.jobs(Answers.SCALING), shares, piece))
                    .withMessage("the response has no list \"jobs\"");
        }
    }

    /** slurmrestd does not convert bytes: a user's job name in Latin-1 must not break the reader. */
    @Test
    void survivesTextsThatAreNotUtf8() throws Exception {
        byte[] body =
                "{\"jobs\":[{\"name\":\"caf\u00e9\",\"job_state\":[\"RUNNING\"],\"job_id\":7,\"account\":\"\u00e9t\u00e9\"},{\"job_state\":[\"RUNNING\"],\"job_id\":8}]}"
                        .getBytes(ISO_8859_1);

        for (int piece = 1; piece <= body.length; piece++) {
            List<Job> jobs = jobs(body, piece).records();

            assertThat(jobs).extracting(Job::id).containsExactly(7L, 8L);
            assertThat(jobs.get(0).owner().account()).isEqualTo("\uFFFDt\uFFFD");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u00e9{\"jobs\":[]}", "{\"jobs\":[]}\u00e9", "{\u00e9\"jobs\":[]}", "{\"jobs\":[\u00e9]}"})
    void refusesBytesThatAreNotUtf8OutsideOfTexts(String body) {
        assertThatExceptionOfType(FetchFailure.class)
                .isThrownBy(() -> jobs(body.getBytes(ISO_8859_1), Integer.MAX_VALUE));
    }

    @Test
    void readsEscapesAndLongTexts() throws Exception {
        String text = "x".repeat(3_000_000);
        String body = "{\"jobs\":[{\"comment\":\"" + text + "\",\"job_state\":[\"RUNNING\"],\"job_id\":7,\"account\":\""
                + text + "\",\"partition\":\"\\ud83d\\ude00\\u00e9\\n\\/\\\"\",\"user_name\":\"\uD83D\uDE00\"}]}";

        for (int piece : new int[] {4093, Integer.MAX_VALUE}) {
            Job job = jobs(body.getBytes(UTF_8), piece).records().get(0);

            assertThat(job.owner().account()).startsWith("xxxx").hasSizeLessThanOrEqualTo(256);
            assertThat(job.partitions()).containsExactly("\uD83D\uDE00\u00e9 /\"");
            assertThat(job.owner().user()).isEqualTo("\uD83D\uDE00");
        }
    }

    @Test
    void readsALoneSurrogateEscape() throws Exception {
        assertThat(
                        jobs("{\"jobs\":[{\"name\":\"\\ud83d\",\"job_state\":[\"RUNNING\"],\"job_id\":7,\"account\":\"a\\ud83d\"}]}")
                                .records())
                .extracting(Job::id)
                .containsExactly(7L);
    }

    /** The members are from v0.0.38 (Slurm 22.05): a state is one string; states of nodes are in lower case. */
    @Test
    void readsNoWrongStateOutOfAVersionThatItDoesNotSpeak() throws Exception {
        AnswerReader<Node> nodes = nodes("""
                {"meta": {"plugin": {"type": "openapi/v0.0.38"}, "Slurm": {"release": "22.05.8"}}, "errors": [],
                 "nodes": [{"name": "n1", "state": "idle", "state_flags": ["DRAIN"], "cpus": 4, "partitions": ["p"]}]}
                """);

        assertThat(nodes.records()).singleElement().satisfies(node -> {
            assertThat(node.base().name()).isEqualTo("UNKNOWN");
            assertThat(node.flags()).isEmpty();
        });
        assertThat(SlurmApiVersion.of("v0.0.38")).isEmpty();
    }

    private static AnswerReader<Job> jobs(String body) throws FetchFailure {
        return jobs(body.getBytes(UTF_8), Integer.MAX_VALUE);
    }

    private static AnswerReader<Job> jobs(byte[] body, int piece) throws FetchFailure {
        return Answers.decode(Answers.jobs(Answers.SCALING), body, Math.min(piece, Math.max(1, body.length)));
    }

    private static AnswerReader<Node> nodes(String body) throws FetchFailure {
        byte[] bytes = body.getBytes(UTF_8);
        return Answers.decode(Answers.NODES, bytes, bytes.length);
    }
}
