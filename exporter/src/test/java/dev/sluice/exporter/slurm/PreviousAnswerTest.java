package dev.sluice.exporter.slurm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.Job;
import dev.sluice.fixtures.Capture;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an answer shares with the one before: the records that it repeats, and the parts of those that it does not. */
class PreviousAnswerTest {

    private final PreviousAnswer<Job> previous = new PreviousAnswer<>(job -> Long.hashCode(job.id()));
    private final JobParts parts = new JobParts();

    @Test
    void keepsTheRecordsThatDidNotChange() throws Exception {
        byte[] captured = Capture.of("26.05").bytes("rest/v0.0.45/slurm/jobs-flags-all.json");
        List<Job> first = jobs(captured);

        List<Job> second = jobs(captured);

        assertThat(second).hasSizeGreaterThan(30).hasSameSizeAs(first);
        assertThat(second)
                .zipSatisfy(first, (again, before) -> assertThat(again).isSameAs(before));
    }

    @Test
    void keepsThemWhateverTheirOrder() throws Exception {
        List<Job> first = jobs(record(1, 10, "gpu"), record(2, 20, "gpu"), record(3, 30, "cpu"));

        List<Job> second = jobs(record(3, 30, "cpu"), record(1, 10, "gpu"));

        assertThat(second.get(0)).isSameAs(first.get(2));
        assertThat(second.get(1)).isSameAs(first.get(0));
    }

    @Test
    void takesWhatChangedFromTheNewAnswer() throws Exception {
        List<Job> first = jobs(record(1, 10, "gpu"), record(2, 20, "gpu"));

        List<Job> second = jobs(record(1, 11, "gpu"), record(2, 20, "gpu"));

        assertThat(second).extracting(Job::priority).containsExactly(11L, 20L);
        assertThat(first).extracting(Job::priority).containsExactly(10L, 20L);
        assertThat(second.get(1)).isSameAs(first.get(1));
    }

    @Test
    void sharesThePartsOfRecordsThatChanged() throws Exception {
        Job before = jobs(record(1, 10, "gpu")).get(0);

        Job after = jobs(record(1, 11, "gpu")).get(0);

        assertThat(after.request()).isSameAs(before.request());
        assertThat(after.shape()).isSameAs(before.shape());
        assertThat(after.partitions()).isSameAs(before.partitions());
        assertThat(after.account()).isSameAs(before.account());
    }

    @Test
    void isRightForJobsThatLeaveAndIdsThatReturn() throws Exception {
        Job old = jobs(record(1, 10, "gpu")).get(0);
        jobs(record(2, 20, "gpu"));

        assertThat(jobs(record(1, 10, "gpu"), record(2, 20, "cpu")))
                .extracting(job -> job.partitions().get(0))
                .containsExactly("gpu", "cpu");
        assertThat(old.partitions()).containsExactly("gpu");
    }

    @Test
    void aFailedAnswerLeavesTheLastGoodOne() throws Exception {
        List<Job> first = jobs(record(1, 10, "gpu"));
        byte[] cut = "{\"jobs\": [{\"job_id\": 7, \"priority\"".getBytes(UTF_8);
        reader().feed(cut, 0, cut.length);

        assertThat(jobs(record(1, 10, "gpu")).get(0)).isSameAs(first.get(0));
    }

    @Test
    void sharedPartsAreForgottenOnceNoAnswerUsesThem() {
        Memo<String, String> memo = new Memo<>(text -> text + "!");
        String first = memo.get("a");
        memo.get("b");
        memo.nextAnswer();
        assertThat(memo.get("a")).isSameAs(first);

        memo.nextAnswer();

        assertThat(memo.size()).isEqualTo(1);
        assertThat(memo.get("b")).isEqualTo("b!");
    }

    private List<Job> jobs(String... records) throws UndecodableAnswer {
        return jobs(("{\"jobs\": [" + String.join(",", records) + "]}").getBytes(UTF_8));
    }

    private List<Job> jobs(byte[] body) throws UndecodableAnswer {
        AnswerReader<Job> reader = reader();
        reader.feed(body, 0, body.length);
        List<Job> jobs = reader.end().records();
        previous.replace(jobs);
        return jobs;
    }

    private AnswerReader<Job> reader() {
        return new AnswerReader<>(
                "jobs",
                SlurmSchema.of(SlurmApiVersion.V0_0_45).wanted("jobs", Slurmrestd.Use.SCALING),
                new JobAssembler(parts, true),
                new AnswerSize(Integer.MAX_VALUE, new AnswerMemory()),
                previous);
    }

    private static String record(int id, int priority, String partition) {
        return """
                {"job_id": %d, "job_state": ["PENDING"], "partition": "%s", "account": "physics", "user_name": "ada",
                 "priority": {"set": true, "infinite": false, "number": %d}, "tres_req_str": "cpu=4,mem=8G,node=1"}
                """.formatted(id, partition, priority);
    }
}
