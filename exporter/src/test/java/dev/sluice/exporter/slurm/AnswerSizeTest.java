package dev.sluice.exporter.slurm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.BoundedName;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.slurm.decode.AccountingReader;
import dev.sluice.exporter.slurm.decode.Answer;
import dev.sluice.exporter.slurm.decode.AnswerReader;
import dev.sluice.exporter.slurm.decode.Answers;
import dev.sluice.exporter.slurm.decode.DiagReader;
import dev.sluice.exporter.slurm.decode.JobAssembler;
import dev.sluice.exporter.slurm.decode.JobParts;
import dev.sluice.exporter.slurm.decode.NodeAssembler;
import dev.sluice.exporter.slurm.decode.RecordAssembler;
import dev.sluice.exporter.slurm.decode.SlurmctldReader;
import dev.sluice.exporter.slurm.http.BodySink;
import dev.sluice.exporter.slurm.memory.AnswerMemory;
import dev.sluice.exporter.slurm.memory.AnswerSize;
import dev.sluice.exporter.slurm.records.RepeatedRecords;
import dev.sluice.exporter.slurm.schema.RecordUse;
import dev.sluice.exporter.slurm.schema.SlurmApiVersion;
import dev.sluice.exporter.slurm.schema.SlurmSchema;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests endless responses of slurmrestd. The exporter must reject such a response before all memory is used, and must
 * name the exceeded limit.
 */
class AnswerSizeTest {

    private static final int MAX_RECORDS = 5_000;
    /** The memory limit is enough for the longest text (4 Mi characters) while the text is incomplete. */
    private static final long MAX_BYTES = 16 << 20;

    /**
     * The size of the response is far above every limit. If the exporter kept the complete response, the test would
     * have too little memory.
     */
    private static final int ENDLESS = 5_000_000;

    private static int number;

    private static String job() {
        number++;
        return "{\"job_id\":" + number + ",\"job_state\":[\"PENDING\"]},";
    }

    private static String otherName() {
        number++;
        return "\"name" + number + "\":1,";
    }

    private static String longName() {
        number++;
        return "{\"job_id\":" + number + ",\"job_state\":[\"PENDING\"],\"nodes\":\"" + "x".repeat(60_000) + number
                + "\"},";
    }

    static Stream<Arguments> endless() {
        Supplier<String> error = () -> "{\"error_number\":1,\"error\":\"down\",\"description\":\"again\"},";
        Supplier<String> feature = () -> "\"gpu\",";
        return Stream.of(
                Arguments.of("{\"jobs\":[", (Supplier<String>) AnswerSizeTest::job, jobs(), "slurm.maxRecords"),
                Arguments.of("{\"jobs\":[", (Supplier<String>) AnswerSizeTest::longName, jobs(), "more memory"),
                Arguments.of("{\"errors\":[", error, jobs(), "100 errors"),
                Arguments.of("{\"nodes\":[{\"name\":\"n\",\"active_features\":[", feature, nodes(), "active_features"),
                Arguments.of(
                        "{\"licenses\":[",
                        (Supplier<String>)
                                () -> "{\"LicenseName\":\"a\",\"Total\":1,\"Used\":0," + "\"Free\":1,\"Reserved\":0},",
                        licenses(),
                        "slurm.maxRecords"),
                Arguments.of("{\"licenses\":[{\"LicenseName\":[", feature, licenses(), "more memory"),
                Arguments.of("{\"errors\":[", error, licenses(), "100 errors"),
                Arguments.of("{\"errors\":[{\"description\":[", feature, licenses(), "more memory"),
                Arguments.of("{\"meta\":{\"slurm\":[", feature, licenses(), "more memory"),
                Arguments.of("{\"x\":{", (Supplier<String>) AnswerSizeTest::otherName, jobs(), "more memory"),
                Arguments.of("{\"x\":{", (Supplier<String>) AnswerSizeTest::otherName, licenses(), "more memory"),
                Arguments.of("{", (Supplier<String>) () -> " ".repeat(1_000), jobs(), "more memory"),
                Arguments.of(
                        "{\"x\":[\"",
                        (Supplier<String>) () -> "y".repeat(1_000),
                        licenses(),
                        "a text of more than 4194304"),
                Arguments.of(
                        "{\"jobs\":[{\"account\":\"",
                        (Supplier<String>) () -> "x".repeat(1_000),
                        jobs(),
                        "a text of more than 4194304"),
                Arguments.of(
                        "{\"jobs\":[{\"",
                        (Supplier<String>) () -> "x".repeat(1_000),
                        jobs(),
                        "a name of more than 4096"),
                Arguments.of("{\"x\":", (Supplier<String>) () -> "[", jobs(), "deeper nesting than 200"));
    }

    private static AnswerReader<?> jobs() {
        return reader("jobs", new JobAssembler(new JobParts()));
    }

    private static AnswerReader<?> nodes() {
        return reader("nodes", new NodeAssembler());
    }

    private static AnswerReader<?> reader(String list, RecordAssembler<?> assembler) {
        return AnswerReader.ofList(
                list,
                new SlurmSchema(SlurmApiVersion.V0_0_45).wanted(list, RecordUse.SCALING),
                assembler,
                new AnswerSize(MAX_RECORDS, new AnswerMemory(MAX_BYTES)),
                new RepeatedRecords<>(Object::hashCode));
    }

    private static AnswerReader<?> licenses() {
        return AnswerReader.ofTrees(
                List.of("licenses"),
                SlurmctldReader::license,
                new AnswerSize(MAX_RECORDS, new AnswerMemory(MAX_BYTES)));
    }

    @ParameterizedTest
    @MethodSource("endless")
    void refusesWhatHasNoEnd(String start, Supplier<String> more, AnswerReader<?> reader, String bound) {
        ListSink<?> sink = new ListSink<>(reader, false);
        sink.head(200, "application/json", "");

        assertThatExceptionOfType(FetchFailure.class)
                .isThrownBy(() -> {
                    send(sink, start);
                    for (int i = 0; i < ENDLESS; i++) {
                        send(sink, more.get());
                    }
                })
                .satisfies(failure -> assertThat(failure.kind()).isEqualTo(FailureKind.TOO_LARGE))
                .withMessageContaining(bound);
    }

    @Test
    void refusesAnOpenApiDocumentOfVersionsWithoutEnd() {
        OpenApiSink sink = new OpenApiSink(new AnswerSize(Integer.MAX_VALUE, new AnswerMemory()));
        sink.head(200, "application/json", "");

        assertThatExceptionOfType(FetchFailure.class)
                .isThrownBy(() -> {
                    send(sink, "{\"paths\":{");
                    for (int i = 0; i < ENDLESS; i++) {
                        send(sink, "\"/slurm/v" + i / 1000 + ".0." + i % 1000 + "/jobs/\":{},");
                    }
                })
                .satisfies(failure -> assertThat(failure.kind()).isEqualTo(FailureKind.TOO_LARGE));
    }

    @Test
    void countsATextThatHasNotEnded() throws Exception {
        AnswerMemory memory = new AnswerMemory(MAX_BYTES);
        var reader = AnswerReader.ofTrees(
                List.of("licenses"), SlurmctldReader::license, new AnswerSize(MAX_RECORDS, memory));
        ListSink<?> sink = new ListSink<>(reader, false);
        sink.head(200, "application/json", "");

        send(sink, "{\"x\":\"");
        send(sink, "y".repeat(1_000_000));

        // The name counts as 150 bytes plus two bytes. The text counts as 2 bytes per character.
        assertThat(memory.bytes()).isEqualTo(152 + 2_000_000);
        send(sink, "\"");
        assertThat(memory.bytes()).isEqualTo(152);
    }

    /** Jobs of other sizes have their own shared parts. The next response uses the same shared parts. */
    @Test
    void countsWhatJobsShareWhereTheyShareNothing() throws Exception {
        AnswerMemory memory = new AnswerMemory(MAX_BYTES);
        JobAssembler assembler = new JobAssembler(new JobParts());
        ListSink<?> sink = new ListSink<>(
                AnswerReader.ofList(
                        "jobs",
                        new SlurmSchema(SlurmApiVersion.V0_0_45).wanted("jobs", RecordUse.SCALING),
                        assembler,
                        new AnswerSize(MAX_RECORDS, memory),
                        new RepeatedRecords<>(Object::hashCode)),
                false);
        sink.head(200, "application/json", "");
        send(sink, "{\"jobs\":[{}");
        long before = memory.bytes();

        send(sink, ",{\"job_id\":1,\"job_state\":[\"PENDING\"],\"tasks\":3}");
        long first = memory.bytes() - before;
        send(sink, ",{\"job_id\":2,\"job_state\":[\"PENDING\"],\"tasks\":3}");
        long alike = memory.bytes() - before - first;
        send(sink, ",{\"job_id\":3,\"job_state\":[\"PENDING\"],\"tasks\":4}");
        long other = memory.bytes() - before - first - alike;

        // At first, only the record counts. Later, the record and the shape of the record count.
        assertThat(alike).isEqualTo(200);
        assertThat(other).isEqualTo(200 + 250);
        assembler.abandon();
        assertThat(assembler.parts()).isZero();
    }

    /** The parser stores each member name, and each name is different. */
    @Test
    void refusesAnOpenApiDocumentOfOtherPathsWithoutEnd() {
        OpenApiSink sink = new OpenApiSink(new AnswerSize(Integer.MAX_VALUE, new AnswerMemory(MAX_BYTES)));
        sink.head(200, "application/json", "");

        assertThatExceptionOfType(FetchFailure.class)
                .isThrownBy(() -> {
                    send(sink, "{\"paths\":{");
                    for (int i = 0; i < ENDLESS; i++) {
                        send(sink, "\"/elsewhere/" + i + "\":{},");
                    }
                })
                .satisfies(failure -> assertThat(failure.kind()).isEqualTo(FailureKind.TOO_LARGE));
    }

    @Test
    void countsByHand() throws Exception {
        AnswerMemory memory = new AnswerMemory(MAX_BYTES);
        AnswerSize size = new AnswerSize(MAX_RECORDS, memory);

        // A record counts as 200 bytes. A text counts as 56 bytes plus its length. A member name counts as 150 bytes
        // plus twice its length.
        size.addText(44);
        size.addRecord();
        size.name("n".repeat(25));
        assertThat(memory.bytes()).isEqualTo(100 + 200 + 200);

        // A value of a tree counts as 100 bytes plus the length of the value. The record keeps a tenth of the tree.
        size.value(0);
        size.value(900);
        assertThat(memory.bytes()).isEqualTo(500 + 1_100);
        size.addRecord();
        assertThat(memory.bytes()).isEqualTo(500 + 200 + 110);

        // An error entry keeps its two texts.
        size.value(7);
        size.addError("down", "again!");
        assertThat(memory.bytes()).isEqualTo(810 + 60 + 62);

        // A part that several records share counts as 250 bytes.
        size.addParts(2);
        size.addParts(0);
        assertThat(memory.bytes()).isEqualTo(932 + 500);

        // An incomplete JSON token counts as two bytes per character.
        size.unfinished(1_000);
        size.unfinished(1_000);
        assertThat(memory.bytes()).isEqualTo(1_432 + 4_000);
        size.finishToken();
        assertThat(memory.bytes()).isEqualTo(1_432);

        size.end();
        assertThat(memory.bytes()).isZero();
    }

    /** The reader keeps no paths that are not paths of a version. */
    @Test
    void readsOverOtherPathsWithoutEnd() throws Exception {
        OpenApiSink sink = new OpenApiSink(new AnswerSize(Integer.MAX_VALUE, new AnswerMemory()));
        sink.head(200, "application/json", "");
        send(sink, "{\"paths\":{\"/slurm/v0.0.45/jobs/\":{}");
        for (int i = 0; i < 1_000; i++) {
            send(sink, ",\"/slurm/" + "x".repeat(3_000) + i + "/jobs/\":{}");
        }
        send(sink, "}}");

        assertThat(sink.newest()).isEqualTo(SlurmApiVersion.V0_0_45);
    }

    @Test
    void boundsNamesAndKeepsTheDifferent() throws Exception {
        String start = "p".repeat(100_000);
        byte[] body = ("{\"jobs\":[" + named(1, start + "1") + "," + named(2, start + "2") + "," + named(3, "short")
                        + "]}")
                .getBytes(UTF_8);

        var jobs = Answers.jobRecords("v0.0.45", body);

        assertThat(jobs)
                .allSatisfy(job -> assertThat(job.owner().account()).hasSizeLessThanOrEqualTo(BoundedName.MAX_LENGTH))
                .allSatisfy(job -> assertThat(job.partitions())
                        .allSatisfy(name -> assertThat(name).hasSizeLessThanOrEqualTo(BoundedName.MAX_LENGTH)));
        assertThat(jobs.stream().map(job -> job.owner().account()).distinct()).hasSize(3);
        assertThat(jobs.get(0).owner().account()).startsWith("ppp").contains("\u2026");
        assertThat(jobs.get(2).owner().account()).isEqualTo("short");
    }

    private static String named(int id, String name) {
        return "{\"job_id\":" + id + ",\"job_state\":[\"PENDING\"],\"account\":\"" + name + "\",\"partition\":\"" + name
                + "\"}";
    }

    @Test
    void countsARecordThatComesTwiceOnce() throws Exception {
        Answer<?> answer = Answers.jobs(
                "v0.0.45",
                ("{\"jobs\":[" + named(1, "first") + "," + named(2, "other") + "," + named(1, "second") + "]}")
                        .getBytes(UTF_8));

        assertThat(answer.records()).hasSize(2);
        assertThat(answer.unreadable()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'LicenseName':'a','Total':-1,'Used':0,'Free':1,'Reserved':0}",
                "{'LicenseName':'a','Total':1,'Used':-2147483648,'Free':1,'Reserved':0}",
                "{'LicenseName':'a','Total':1,'Used':'0','Free':1,'Reserved':0}",
                "{'LicenseName':'a','Total':1,'Free':1,'Reserved':0}",
            })
    void refusesNegativeAndMissingCountsOfLicences(String record) throws Exception {
        refuses(SlurmctldReader::license, record);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'name':'a','type':['ASSOCIATION'],'shares':{'set':true,'infinite':false,'number':-1},'usage':0}",
                "{'name':'a','type':['ASSOCIATION'],'shares':{'set':true,'infinite':false,'number':1},'usage':-7}",
            })
    void refusesNegativeShares(String record) throws Exception {
        refusesForItsSign(AccountingReader::share, record);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'schedule_cycle_total':1,'rpcs_by_user':[{'user':'a','count':-1,'total_time':1}]}",
                "{'schedule_cycle_total':1,'rpcs_by_user':[{'user':'a','count':1,'total_time':-1}]}",
                "{'schedule_cycle_total':1,'pending_rpcs':[{'message_type':'a','count':-1}]}",
            })
    void refusesNegativeCountsOfRpcs(String record) throws Exception {
        refusesForItsSign(DiagReader::read, record);
    }

    /** Also checks that the same record is valid without the minus sign. */
    private static void refusesForItsSign(Function<JsonTree, Optional<?>> decoder, String record) throws Exception {
        refuses(decoder, record);
        assertThat(answer(decoder, record.replace("-", "")).records()).hasSize(1);
    }

    private static void refuses(Function<JsonTree, Optional<?>> decoder, String record) throws Exception {
        Answer<?> answer = answer(decoder, record);

        assertThat(answer.records()).as(record).isEmpty();
        assertThat(answer.unreadable()).isEqualTo(1);
    }

    private static Answer<?> answer(Function<JsonTree, Optional<?>> decoder, String record) throws Exception {
        var reader = AnswerReader.<Object>ofTrees(
                List.of("list"),
                json -> decoder.apply(json).map(Object.class::cast),
                new AnswerSize(MAX_RECORDS, new AnswerMemory(MAX_BYTES)));
        byte[] body = ("{\"list\":[" + record.replace('\'', '"') + "]}").getBytes(UTF_8);
        reader.feed(body, 0, body.length);
        return reader.end();
    }

    private static void send(BodySink sink, String text) throws FetchFailure {
        byte[] bytes = text.getBytes(UTF_8);
        sink.bytes(bytes, bytes.length);
    }
}
