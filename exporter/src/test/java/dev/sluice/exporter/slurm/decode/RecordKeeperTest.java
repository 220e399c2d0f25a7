package dev.sluice.exporter.slurm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.exporter.json.UndecodableJson;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.slurm.memory.AnswerMemory;
import dev.sluice.exporter.slurm.memory.AnswerSize;
import dev.sluice.exporter.slurm.records.JobRecords;
import dev.sluice.exporter.slurm.records.RecordKeeper;
import dev.sluice.exporter.slurm.records.RepeatedRecords;
import dev.sluice.exporter.slurm.records.ValueCache;
import dev.sluice.exporter.slurm.schema.RecordUse;
import dev.sluice.exporter.slurm.schema.SlurmApiVersion;
import dev.sluice.exporter.slurm.schema.SlurmSchema;
import dev.sluice.fixtures.Capture;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Tests which objects a response shares with the previous response: repeated records, and unchanged parts of changed
 * records.
 */
class RecordKeeperTest {

    private static final SlurmSchema SCHEMA = new SlurmSchema(SlurmApiVersion.V0_0_45);

    private final RecordKeeper<Node> nodes =
            new RepeatedRecords<>(node -> node.name().hashCode());
    private final RecordKeeper<Job> jobs = new JobRecords();
    private final JobParts parts = new JobParts();

    @Test
    void keepsTheRecordsThatDidNotChange() throws Exception {
        byte[] captured = Capture.of("26.05").bytes("rest/v0.0.45/slurm/nodes.json");
        List<Node> first = nodes(captured);

        List<Node> second = nodes(captured);

        assertThat(second).hasSizeGreaterThan(10).hasSameSizeAs(first);
        assertThat(second)
                .zipSatisfy(first, (again, before) -> assertThat(again).isSameAs(before));
    }

    @Test
    void keepsThemWhateverTheirOrder() throws Exception {
        List<Node> first = nodes(node("n1", 1), node("n2", 2), node("n3", 3));

        List<Node> second = nodes(node("n3", 3), node("n1", 1));

        assertThat(second.get(0)).isSameAs(first.get(2));
        assertThat(second.get(1)).isSameAs(first.get(0));
    }

    @Test
    void takesWhatChangedFromTheNewAnswer() throws Exception {
        List<Node> first = nodes(node("n1", 1), node("n2", 2));

        List<Node> second = nodes(node("n1", 3), node("n2", 2));

        assertThat(second).extracting(node -> node.usable().cpus()).containsExactly(3L, 2L);
        assertThat(first).extracting(node -> node.usable().cpus()).containsExactly(1L, 2L);
        assertThat(second.get(1)).isSameAs(first.get(1));
    }

    @Test
    void isRightForRecordsThatLeaveAndNamesThatReturn() throws Exception {
        Node old = nodes(node("n1", 1)).get(0);
        nodes(node("n2", 2));

        assertThat(nodes(node("n1", 1), node("n2", 4)))
                .extracting(node -> node.usable().cpus())
                .containsExactly(1L, 4L);
        assertThat(old.usable().cpus()).isEqualTo(1);
    }

    @Test
    void aFailedAnswerLeavesTheLastGoodOne() throws Exception {
        List<Node> first = nodes(node("n1", 1));
        byte[] cut = "{\"nodes\": [{\"name\": \"n7\", \"cpus\"".getBytes(UTF_8);
        nodeReader().feed(cut, 0, cut.length);

        assertThat(nodes(node("n1", 1)).get(0)).isSameAs(first.get(0));
    }

    @Test
    void jobsShareTheirPartsWithThoseOfTheNextAnswer() throws Exception {
        Job before = jobs(job(1, 10)).get(0);

        Job after = jobs(job(1, 11)).get(0);

        assertThat(after.priority()).isEqualTo(11);
        assertThat(before.priority()).isEqualTo(10);
        assertThat(after.allocation().tres().gpus())
                .isSameAs(before.allocation().tres().gpus());
        assertThat(after.allocation().tres().gpus()).isEqualTo(GpuCounts.of("h100", 2));
        assertThat(after.shape()).isSameAs(before.shape());
        assertThat(after.partitions()).isSameAs(before.partitions());
        assertThat(after.owner().account()).isSameAs(before.owner().account());
    }

    @Test
    void theSecondOfTwoEqualJobsIsLeftOut() throws Exception {
        assertThat(jobs(job(1, 10), job(2, 20), job(1, 30)))
                .extracting(Job::id, Job::priority)
                .containsExactly(tuple(1L, 10L), tuple(2L, 20L));
    }

    @Test
    void sharedPartsAreForgottenOnceNoAnswerUsesThem() {
        ValueCache<String, String> cache = new ValueCache<>(text -> text + "!");
        String first = cache.get("a");
        cache.get("b");
        cache.nextAnswer();
        assertThat(cache.get("a")).isSameAs(first);

        cache.nextAnswer();

        assertThat(cache.size()).isEqualTo(1);
        assertThat(cache.get("b")).isEqualTo("b!");
    }

    private List<Node> nodes(String... records) throws UndecodableJson {
        return nodes(list("nodes", records));
    }

    private List<Node> nodes(byte[] body) throws UndecodableJson {
        return read(this::nodeReader, nodes, body);
    }

    private List<Job> jobs(String... records) throws UndecodableJson {
        return read(this::jobReader, jobs, list("jobs", records));
    }

    private static <T> List<T> read(Supplier<AnswerReader<T>> readers, RecordKeeper<T> keeper, byte[] body)
            throws UndecodableJson {
        AnswerReader<T> reader = readers.get();
        reader.feed(body, 0, body.length);
        List<T> records = reader.end().records();
        keeper.replace(records);
        return records;
    }

    private AnswerReader<Node> nodeReader() {
        return AnswerReader.ofList(
                "nodes",
                SCHEMA.wanted("nodes", RecordUse.SCALING),
                new NodeAssembler(),
                new AnswerSize(Integer.MAX_VALUE, new AnswerMemory()),
                nodes);
    }

    private AnswerReader<Job> jobReader() {
        return AnswerReader.ofList(
                "jobs",
                SCHEMA.wanted("jobs", RecordUse.SCALING),
                new JobAssembler(parts),
                new AnswerSize(Integer.MAX_VALUE, new AnswerMemory()),
                jobs);
    }

    private static byte[] list(String name, String... records) {
        return ("{\"" + name + "\": [" + String.join(",", records) + "]}").getBytes(UTF_8);
    }

    private static String node(String name, int cpus) {
        return """
                {"name": "%s", "state": ["IDLE"], "cpus": %d}
                """.formatted(name, cpus);
    }

    private static String job(int id, int priority) {
        return """
                {"job_id": %d, "job_state": ["RUNNING"], "partition": "gpu", "account": "physics", "user_name": "ada",
                 "priority": {"set": true, "infinite": false, "number": %d}, "nodes": "n1",
                 "tres_req_str": "cpu=4,mem=8G,node=1", "tres_alloc_str": "cpu=4,mem=8G,node=1,gres/gpu=2,gres/gpu:h100=2"}
                """.formatted(id, priority);
    }
}
