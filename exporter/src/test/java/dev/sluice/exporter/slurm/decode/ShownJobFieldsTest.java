package dev.sluice.exporter.slurm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobPlacement;
import dev.sluice.exporter.poll.FetchFailure;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the job fields that the exporter reads only for display. */
class ShownJobFieldsTest {

    private static final String BODY = """
            {"jobs":[
             {"job_id":1,"name":"train","job_state":["PENDING"],"start_time":{"set":true,"infinite":false,"number":1800},
              "state_reason":"Priority","priority":{"set":true,"infinite":false,"number":4000}},
             {"job_id":2,"name":"eval","job_state":["RUNNING"],"nodes":"n1",
              "start_time":{"set":true,"infinite":false,"number":1700},
              "hold":true,"priority":{"set":true,"infinite":false,"number":3000}},
             {"job_id":3,"name":"next","job_state":["PENDING"],"start_time":{"set":true,"infinite":false,"number":1900},
              "state_reason":"JobHeldUser","hold":true,"priority":{"set":true,"infinite":false,"number":2000}},
             {"job_id":4,"name":"none","job_state":["PENDING"],"start_time":{"set":true,"infinite":false,"number":1900},
              "state_reason":"None","hold":false,"priority":{"set":true,"infinite":false,"number":0}},
             {"job_id":5,"name":"many","job_state":["PENDING"],"start_time":{"set":true,"infinite":false,"number":1900},
              "state_reason":"AssocGrpCpuLimit","priority":{"set":true,"infinite":false,"number":7}},
             {"job_id":6,"name":"late","job_state":["PENDING"],"start_time":{"set":true,"infinite":false,"number":0},
              "state_reason":"Resources","priority":{"set":true,"infinite":false,"number":6}}]}
            """;

    @ParameterizedTest
    @CsvSource({"false, false", "true, false", "false, true", "true, true"})
    void readsNamesOnlyWhereTheyAreShown(boolean scaling, boolean names) throws Exception {
        assertThat(jobs(Answers.use(scaling, names, false, Integer.MAX_VALUE)))
                .extracting(Job::name)
                .containsExactlyElementsOf(
                        names ? List.of("train", "eval", "next", "none", "many", "late") : Collections.nCopies(6, ""));
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void takesTheStartOfAJobThatTheSchedulerConsidersForAnEstimate(boolean scaling) throws Exception {
        List<Job> jobs = jobs(Answers.use(scaling, false, false, Integer.MAX_VALUE));

        assertThat(jobs).extracting(job -> job.times().expectedStartAt()).containsExactly(1800L, 0L, 0L, 0L, 0L, 0L);
        assertThat(jobs).extracting(job -> job.times().startedAt()).containsExactly(0L, 1700L, 0L, 0L, 0L, 0L);
    }

    /** The page shows queue positions and reasons with and without Kubernetes. */
    @ParameterizedTest
    @CsvSource({"false", "true"})
    void readsWhoIsFirstAndWhoIsHeldForEveryUse(boolean scaling) throws Exception {
        List<Job> jobs = jobs(Answers.use(scaling, false, false, Integer.MAX_VALUE));

        assertThat(jobs).extracting(Job::priority).containsExactly(4000L, 3000L, 2000L, 0L, 7L, 6L);
        assertThat(jobs).extracting(job -> job.status().held()).containsExactly(false, false, true, true, false, false);
    }

    /** The page also explains jobs without Kubernetes. */
    @ParameterizedTest
    @CsvSource({"false", "true"})
    void readsWhatAJobWaitsForForEveryUse(boolean scaling) throws Exception {
        RecordUse use = Answers.use(scaling, false, false, Integer.MAX_VALUE);

        Job waiting = jobs(use, """
                {"jobs":[{"job_id":7,"job_state":["PENDING"],"state_reason":"Dependency","licenses":"matlab:2",
                  "features":"nvlink","dependency":"afterok:5(unfulfilled)","resv_name":"week","segment_size":5,"required_switches":1,
                  "job_size_str":["2-4","8"],"time_minimum":{"set":true,"infinite":false,"number":10},
                  "time_limit":{"set":true,"infinite":false,"number":90}}]}
                """).get(0);

        assertThat(waiting.dependency()).isEqualTo("afterok:5(unfulfilled)");
        assertThat(waiting.times().limit()).isEqualTo(5400);
        assertThat(waiting.shape().licenses()).isEqualTo("matlab:2");
        assertThat(waiting.shape().features()).isEqualTo("nvlink");
        assertThat(waiting.shape().placement())
                .isEqualTo(
                        new JobPlacement(0, 0, 0, 0, false, "week", 5, 1, GresCounts.NONE, List.of("2-4", "8"), 600));
    }

    @Test
    void readsHowAJobEnded() throws Exception {
        List<Job> jobs = jobs(Answers.METRICS, """
                {"jobs":[
                 {"job_id":8,"job_state":["FAILED"],
                  "exit_code":{"status":["ERROR"],"return_code":{"set":true,"infinite":false,"number":3},
                               "signal":{"id":{"set":false,"infinite":false,"number":0},"name":""}}},
                 {"job_id":9,"job_state":["CANCELLED"],
                  "exit_code":{"status":["SIGNALED"],"return_code":{"set":false,"infinite":false,"number":0},
                               "signal":{"id":{"set":true,"infinite":false,"number":15},"name":"Terminated"}}}]}
                """);

        assertThat(jobs).extracting(job -> job.status().exitCode()).containsExactly("3:0", "0:15");
    }

    private static List<Job> jobs(RecordUse use) throws FetchFailure {
        return jobs(use, BODY);
    }

    private static List<Job> jobs(RecordUse use, String text) throws FetchFailure {
        byte[] body = text.getBytes(UTF_8);
        return Answers.decode(Answers.jobs(use), body, body.length).records();
    }
}
