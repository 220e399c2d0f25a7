package dev.sluice.exporter.slurm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.json.UndecodableJson;
import dev.sluice.exporter.model.Accelerators;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobOrigin;
import dev.sluice.exporter.slurm.schema.RecordUse;
import dev.sluice.exporter.slurm.schema.SlurmApiVersion;
import dev.sluice.exporter.slurm.schema.SlurmField;
import dev.sluice.exporter.slurm.schema.SlurmSchema;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the jobs that slurm-bridge submits, with the flag and the comment that slurm-bridge 1.2 sets. */
class ExternalJobsTest {

    private static Job external(RecordUse use, String comment) throws UndecodableJson {
        return jobs(use, """
                {"jobs":[{"job_id":7,"admin_comment":"%s","flags":["EXTERNAL_JOB","EXACT_MEMORY_REQUESTED"],
                  "job_state":["RUNNING"],"mcs_label":"kubernetes","nodes":"kube-1","partition":"slurm-bridge",
                  "required_nodes":"kube-1,kube-2"}]}
                """.formatted(comment.replace("\"", "\\\""))).get(0);
    }

    private static List<Job> jobs(RecordUse use, String text) throws UndecodableJson {
        var reader = AnswerReader.ofList(
                "jobs",
                new SlurmSchema(SlurmApiVersion.V0_0_44).wanted("jobs", use),
                new JobAssembler(),
                new AnswerSize(Integer.MAX_VALUE, new ReadMemory()));
        byte[] body = text.getBytes(UTF_8);
        return Answers.read(reader, body, body.length).records();
    }

    private static String comment(int pods) {
        return IntStream.range(0, pods)
                .mapToObj(n -> "\"lab/train-workers-" + n + "\"")
                .collect(Collectors.joining(",", "{\"pods\":[", "]}"));
    }

    @Test
    void namesThePodsOfAnExternalJob() throws Exception {
        Job job = external(RecordUse.SCALING, "{\"pods\":[\"lab/pause\",\"lab/train-0.a\"]}");

        assertThat(job.origin())
                .isEqualTo(new JobOrigin(JobOrigin.Kind.EXTERNAL, List.of("lab/pause", "lab/train-0.a"), 0));
        assertThat(job.shape().requiredNodes()).isEmpty();
    }

    /** Any administrator can write a comment. Only slurm-bridge's jobs have the flag. */
    @Test
    void aNativeJobHasNoPods() throws Exception {
        List<Job> jobs = jobs(RecordUse.SCALING, """
                {"jobs":[{"job_id":7,"admin_comment":"{\\"pods\\":[\\"lab/pause\\"]}","flags":["USING_DEFAULT_QOS"],
                  "job_state":["RUNNING"],"nodes":"kube-1","required_nodes":"kube-1"},
                 {"job_id":8,"admin_comment":"","flags":[],"job_state":["PENDING"]}]}
                """);

        assertThat(jobs).extracting(Job::origin).containsOnly(JobOrigin.NATIVE);
        assertThat(jobs.get(0).shape().requiredNodes()).isEqualTo("kube-1");
    }

    @Test
    void readsNoPodsOutsideKubernetes() throws Exception {
        assertThat(external(RecordUse.METRICS, comment(1)).origin()).isEqualTo(JobOrigin.EXTERNAL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "moved by ops",
                "[1]",
                "{}",
                "{\"pods\":[]}",
                "{\"pods\":\"lab/pause\"}",
                "{\"pods\":[null,1,{\"a\":[2]},\"pause\",\"/pause\",\"lab/\",\"lab/a/b\",\"lab/<b>\"]}"
            })
    void leavesOutPodsThatTheCommentDoesNotName(String comment) throws Exception {
        assertThat(external(RecordUse.SCALING, comment).origin()).isEqualTo(JobOrigin.EXTERNAL);
    }

    @Test
    void keepsEightPodsAndCountsTheOthers() throws Exception {
        JobOrigin origin = external(RecordUse.SCALING, comment(20)).origin();

        assertThat(origin.pods()).hasSize(8).startsWith("lab/train-workers-0").endsWith("lab/train-workers-7");
        assertThat(origin.podsLeftOut()).isEqualTo(12);
    }

    @Test
    void doesNotReadAVeryLongComment() throws Exception {
        assertThat(external(RecordUse.SCALING, comment(200)).origin().podsLeftOut())
                .isEqualTo(192);
        assertThat(external(RecordUse.SCALING, comment(2_000)).origin()).isEqualTo(JobOrigin.EXTERNAL);
    }

    @Test
    void countsTheMemoryOfPods() throws Exception {
        assertThat(keptBytes(3)).isGreaterThan(keptBytes(1) + 2 * 63);
    }

    private static long keptBytes(int pods) {
        FieldValues values = new FieldValues(Accelerators.GPUS);
        values.number(SlurmField.JOB_ID, 7);
        values.text(SlurmField.JOB_STATE, "RUNNING");
        values.text(SlurmField.JOB_FLAGS, "EXTERNAL_JOB");
        values.text(SlurmField.JOB_ADMIN_COMMENT, comment(pods));
        assertThat(new JobAssembler().assemble(values)).isPresent();
        return values.keptBytes();
    }
}
