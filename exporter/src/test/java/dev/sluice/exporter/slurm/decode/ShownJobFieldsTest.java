package dev.sluice.exporter.slurm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.json.UndecodableJson;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.slurm.memory.AnswerMemory;
import dev.sluice.exporter.slurm.memory.AnswerSize;
import dev.sluice.exporter.slurm.records.RepeatedRecords;
import dev.sluice.exporter.slurm.schema.RecordUse;
import dev.sluice.exporter.slurm.schema.SlurmApiVersion;
import dev.sluice.exporter.slurm.schema.SlurmSchema;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is read of jobs for people alone. */
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
        assertThat(jobs(new RecordUse(scaling, names, false, Integer.MAX_VALUE)))
                .extracting(Job::name)
                .containsExactlyElementsOf(
                        names ? List.of("train", "eval", "next", "none", "many", "late") : Collections.nCopies(6, ""));
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void takesTheStartOfAJobThatTheSchedulerConsidersForAnEstimate(boolean scaling) throws Exception {
        List<Job> jobs = jobs(new RecordUse(scaling, false, false, Integer.MAX_VALUE));

        assertThat(jobs).extracting(Job::expectedStartAt).containsExactly(1800L, 0L, 0L, 0L, 0L, 0L);
        assertThat(jobs).extracting(Job::startedAt).containsExactly(0L, 1700L, 0L, 0L, 0L, 0L);
    }

    /** Places in line and causes of waiting are shown with or without Kubernetes. */
    @ParameterizedTest
    @CsvSource({"false", "true"})
    void readsWhoIsFirstAndWhoIsHeldForEveryUse(boolean scaling) throws Exception {
        List<Job> jobs = jobs(new RecordUse(scaling, false, false, Integer.MAX_VALUE));

        assertThat(jobs).extracting(Job::priority).containsExactly(4000L, 3000L, 2000L, 0L, 7L, 6L);
        assertThat(jobs).extracting(Job::held).containsExactly(false, false, true, true, false, false);
    }

    private static List<Job> jobs(RecordUse use) throws UndecodableJson {
        var reader = AnswerReader.ofList(
                "jobs",
                SlurmSchema.of(SlurmApiVersion.V0_0_45).wanted("jobs", use),
                new JobAssembler(new JobParts(), use.scaling()),
                new AnswerSize(Integer.MAX_VALUE, new AnswerMemory()),
                new RepeatedRecords<>(Object::hashCode));
        byte[] body = BODY.getBytes(UTF_8);
        reader.feed(body, 0, body.length);
        return reader.end().records();
    }
}
