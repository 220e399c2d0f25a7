package dev.sluice.exporter.slurm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.BoundedName;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.slurm.decode.AccountingReader;
import dev.sluice.exporter.slurm.decode.AnswerReader;
import dev.sluice.exporter.slurm.decode.Answers;
import dev.sluice.exporter.slurm.decode.ReadMemory;
import dev.sluice.exporter.slurm.decode.RecordList;
import dev.sluice.exporter.slurm.decode.SlurmctldReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
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

    private static final SlurmHttp.Head HEAD = new SlurmHttp.Head(200, "application/json", "");

    private static int number;

    private static String job() {
        number++;
        return "{\"job_id\":" + number + ",\"job_state\":[\"PENDING\"]},";
    }

    private static String otherNames() {
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            number++;
            names.append("\"name").append(number).append("\":1,");
        }
        return names.toString();
    }

    private static String otherLongNames() {
        return otherNames().replace("name", "n".repeat(400));
    }

    private static String longName() {
        number++;
        return "{\"job_id\":" + number + ",\"job_state\":[\"PENDING\"],\"nodes\":\"" + "x".repeat(60_000) + number
                + "\"},";
    }

    static Stream<Arguments> endless() {
        Supplier<String> error = () -> "{\"error_number\":1,\"error\":\"down\",\"description\":\"again\"},";
        Supplier<String> feature = () -> "\"gpu\",".repeat(1_000);
        Supplier<String> space = () -> " ".repeat(1_000);
        Supplier<String> text = () -> "y".repeat(1_000);
        Supplier<String> license = () -> "{\"LicenseName\":\"a\",\"Total\":1,\"Used\":0,\"Free\":1,\"Reserved\":0},";
        Supplier<String> job = AnswerSizeTest::job;
        Supplier<String> longName = AnswerSizeTest::longName;
        Supplier<String> otherNames = AnswerSizeTest::otherNames;
        return Stream.of(
                Arguments.of("{\"jobs\":[", job, jobs(), "slurm.maxRecords"),
                Arguments.of("{\"jobs\":[", longName, jobs(), "more memory"),
                Arguments.of("{\"errors\":[", error, jobs(), "100 errors"),
                Arguments.of("{\"nodes\":[{\"name\":\"n\",\"active_features\":[", feature, nodes(), "more memory"),
                Arguments.of("{\"licenses\":[", license, licenses(), "slurm.maxRecords"),
                Arguments.of("{\"licenses\":[{\"LicenseName\":[", feature, licenses(), "more memory"),
                Arguments.of("{\"licenses\":[[", longName, licenses(), "more memory"),
                Arguments.of("{\"errors\":[", error, licenses(), "100 errors"),
                Arguments.of("{\"errors\":[{\"description\":[", feature, licenses(), "more memory"),
                Arguments.of("{\"meta\":{\"slurm\":[", feature, licenses(), "more memory"),
                Arguments.of("{\"paths\":{", otherNames, offered(), "more memory"),
                Arguments.of("{", space, shortest(), "bytes, at byte"),
                Arguments.of("{\"x\":[\"", text, shortest(), "bytes, at byte"),
                Arguments.of("{\"jobs\":[{\"account\":\"", text, jobs(), "a text of more than 4194304"),
                Arguments.of("{\"jobs\":[{\"", text, jobs(), "a name of more than 512"),
                Arguments.of("{\"x\":", (Supplier<String>) () -> "[", jobs(), "deeper nesting than 200"));
    }

    private static AnswerReader<?> jobs() {
        return reader("jobs", MAX_RECORDS);
    }

    /** Returns the reader with the smallest limit of bytes: 256 MiB. */
    private static AnswerReader<?> shortest() {
        return reader("jobs", 0);
    }

    private static AnswerReader<?> nodes() {
        return reader("nodes", MAX_RECORDS);
    }

    private static AnswerReader<?> reader(String list, int maxRecords) {
        return new AnswerReader<>(Answers.list(list), List.of(), maxRecords, new ReadMemory(MAX_BYTES));
    }

    private static AnswerReader<?> offered() {
        return new AnswerReader<>(Requests.OFFERED, List.of(), 1, new ReadMemory(MAX_BYTES));
    }

    private static AnswerReader<?> licenses() {
        return licenses(new ReadMemory(MAX_BYTES));
    }

    private static AnswerReader<?> licenses(ReadMemory memory) {
        return new AnswerReader<>(SlurmRequest.LICENSES.records(), List.of(), MAX_RECORDS, memory);
    }

    /** Sends the start, and then more and more. */
    private static InputStream stream(String start, Supplier<String> more) {
        return new InputStream() {
            private byte[] chunk = start.getBytes(UTF_8);
            private int at;

            @Override
            public int read() {
                throw new UnsupportedOperationException();
            }

            @Override
            public int read(byte[] into, int offset, int length) {
                if (at == chunk.length) {
                    chunk = more.get().getBytes(UTF_8);
                    at = 0;
                }
                int count = Math.min(length, chunk.length - at);
                System.arraycopy(chunk, at, into, offset, count);
                at += count;
                return count == 0 ? -1 : count;
            }
        };
    }

    @ParameterizedTest
    @MethodSource("endless")
    void refusesWhatHasNoEnd(String start, Supplier<String> more, AnswerReader<?> reader, String bound) {
        Requests.ListResponse<?> response = new Requests.ListResponse<>(reader, "v0.0.45", false);

        assertThatExceptionOfType(FetchFailure.class)
                .isThrownBy(() -> response.read(HEAD, stream(start, more)))
                .satisfies(failure -> assertThat(failure.kind()).isEqualTo(FailureKind.TOO_LARGE))
                .withMessageContaining(bound);
    }

    @Test
    void namesOfMembersTakeMemoryToo() {
        AnswerReader<?> reader = jobs();

        refusesWhatHasNoEnd("{\"jobs\":[{\"exit_code\":{", AnswerSizeTest::otherLongNames, reader, "more memory");

        assertThat(reader.bytes()).isLessThan(MAX_BYTES);
    }

    /** No name is kept, although each name differs from all others. */
    @Test
    @Tag("slow")
    void refusesNamesWithoutEnd() {
        refusesWhatHasNoEnd("{\"x\":{", AnswerSizeTest::otherNames, shortest(), "bytes, at byte");
    }

    /** A stalled response takes most of the memory. A small response of another cluster is still read. */
    @Test
    void readsASmallResponseWhileAnotherTakesTheMemory() throws Exception {
        ReadMemory memory = new ReadMemory(1_000_000);
        CountDownLatch taken = new CountDownLatch(1);
        CountDownLatch read = new CountDownLatch(1);
        Thread hostile = new Thread(() -> {
            int[] sent = {0};
            try {
                licenses(memory).read(stream("{\"licenses\":[[", () -> {
                    sent[0]++;
                    if (sent[0] == 9_500) {
                        taken.countDown();
                        awaitQuietly(read);
                        return "";
                    }
                    return "1,";
                }));
            } catch (IOException ended) {
                // The response is incomplete.
            }
        });
        hostile.start();
        taken.await();
        String license = "{\"LicenseName\":\"a\",\"Total\":1,\"Used\":0,\"Free\":1,\"Reserved\":0}";
        String body = "{\"licenses\":[" + (license + ",").repeat(300) + license + "]}";

        AnswerReader<?> answer = licenses(memory);
        answer.read(new ByteArrayInputStream(body.getBytes(UTF_8)));

        assertThat(answer.records()).hasSize(301);
        read.countDown();
        hostile.join();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void boundsNamesAndKeepsTheDifferent() throws Exception {
        String start = "p".repeat(100_000);
        byte[] body = ("{\"jobs\":[" + named(1, start + "1") + "," + named(2, start + "2") + "," + named(3, "short")
                        + "]}")
                .getBytes(UTF_8);

        var jobs = Answers.jobRecords(body);

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
        AnswerReader<?> answer = Answers.jobs(
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
            })
    void refusesNegativeCountsOfRpcs(String record) throws Exception {
        refusesForItsSign(SlurmctldReader::diag, record);
    }

    /** Also checks that the same record is valid without the minus sign. */
    private static void refusesForItsSign(Function<JsonTree, ?> decoder, String record) throws Exception {
        refuses(decoder, record);
        assertThat(answer(decoder, record.replace("-", "")).records()).hasSize(1);
    }

    private static void refuses(Function<JsonTree, ?> decoder, String record) throws Exception {
        AnswerReader<?> answer = answer(decoder, record);

        assertThat(answer.records()).as(record).isEmpty();
        assertThat(answer.unreadable()).isEqualTo(1);
    }

    private static <T> AnswerReader<T> answer(Function<JsonTree, T> decoder, String record) throws Exception {
        byte[] body = ("{\"list\":[" + record.replace('\'', '"') + "]}").getBytes(UTF_8);
        return Answers.decode(RecordList.unnamed(List.of("list"), decoder), body, body.length);
    }
}
