package dev.sluice.exporter.slurm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.json.Interner;
import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobOrigin;
import dev.sluice.exporter.poll.FetchFailure;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the jobs that slurm-bridge submits, with the flag and the comment that slurm-bridge 1.2 sets. */
class ExternalJobsTest {

    private static Job external(String comment) throws FetchFailure {
        return jobs("""
                {"jobs":[{"job_id":7,"admin_comment":"%s","flags":["EXTERNAL_JOB","EXACT_MEMORY_REQUESTED"],
                  "job_state":["RUNNING"],"mcs_label":"kubernetes","nodes":"kube-1","partition":"slurm-bridge",
                  "required_nodes":"kube-1,kube-2"}]}
                """.formatted(comment.replace("\"", "\\\""))).get(0);
    }

    private static List<Job> jobs(String text) throws FetchFailure {
        byte[] body = text.getBytes(UTF_8);
        return Answers.jobs(body).records();
    }

    private static String comment(int pods) {
        return IntStream.range(0, pods)
                .mapToObj(n -> "\"lab/train-workers-" + n + "\"")
                .collect(Collectors.joining(",", "{\"pods\":[", "]}"));
    }

    @Test
    void namesThePodsOfAnExternalJob() throws Exception {
        Job job = external("{\"pods\":[\"lab/pause\",\"lab/train-0.a\"]}");

        assertThat(job.origin())
                .isEqualTo(new JobOrigin(JobOrigin.Kind.EXTERNAL, List.of("lab/pause", "lab/train-0.a"), 0));
        assertThat(job.shape().requiredNodes()).isEmpty();
    }

    /** Any administrator can write a comment. Only slurm-bridge's jobs have the flag. */
    @Test
    void aNativeJobHasNoPods() throws Exception {
        List<Job> jobs = jobs("""
                {"jobs":[{"job_id":7,"admin_comment":"{\\"pods\\":[\\"lab/pause\\"]}","flags":["USING_DEFAULT_QOS"],
                  "job_state":["RUNNING"],"nodes":"kube-1","required_nodes":"kube-1"},
                 {"job_id":8,"admin_comment":"","flags":[],"job_state":["PENDING"]}]}
                """);

        assertThat(jobs).extracting(Job::origin).containsOnly(JobOrigin.NATIVE);
        assertThat(jobs.get(0).shape().requiredNodes()).isEqualTo("kube-1");
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
        assertThat(external(comment).origin()).isEqualTo(JobOrigin.EXTERNAL);
    }

    @Test
    void keepsEightPodsAndCountsTheOthers() throws Exception {
        JobOrigin origin = external(comment(20)).origin();

        assertThat(origin.pods()).hasSize(8).startsWith("lab/train-workers-0").endsWith("lab/train-workers-7");
        assertThat(origin.podsLeftOut()).isEqualTo(12);
    }

    @Test
    void doesNotReadAVeryLongComment() throws Exception {
        assertThat(external(comment(200)).origin().podsLeftOut()).isEqualTo(192);
        assertThat(external(comment(2_000)).origin()).isEqualTo(JobOrigin.EXTERNAL);
    }

    @Test
    void countsTheMemoryOfPods() throws Exception {
        assertThat(keptBytes(3)).isGreaterThan(keptBytes(1) + 2 * 63);
    }

    private static long keptBytes(int pods) throws Exception {
        Interner interner = new Interner();
        ObjectNode job = Trees.object("{\"job_id\":7,\"job_state\":\"RUNNING\",\"flags\":\"EXTERNAL_JOB\"}")
                .put("admin_comment", comment(pods));
        assertThat(Answers.jobs(Answers.SCALING).read(new JsonTree(job, interner)))
                .isPresent();
        return interner.newBytes();
    }
}
