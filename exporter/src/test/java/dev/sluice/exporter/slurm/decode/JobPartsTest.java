package dev.sluice.exporter.slurm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.slurm.SourceAnswers;
import dev.sluice.exporter.slurm.records.PassingText;
import dev.sluice.fixtures.Capture;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobPartsTest {

    private static final long GIBIBYTE = 1L << 30;

    private final JobParts parts = new JobParts();

    private Tres tres(String text) {
        PassingText passing = new PassingText();
        passing.set(text.toCharArray(), 0, text.length());
        return parts.tres(passing);
    }

    /** slurmrestd in a pod without the cluster's users sends an empty name for each job. */
    @ParameterizedTest
    @ValueSource(strings = {"v0.0.43", "v0.0.44", "v0.0.45"})
    void namesEachUserByTheAssociationWhereSlurmrestdKnowsNoUsers(String version) throws Exception {
        String path = "rest/" + version + "/";
        byte[] named = Capture.of("26.05").bytes(path + "slurm/jobs.json");
        String nameless = new String(named, StandardCharsets.UTF_8)
                .replaceAll("\"user_name\"\\s*:\\s*\"[^\"]*\"", "\"user_name\": \"\"");
        byte[] body = nameless.getBytes(StandardCharsets.UTF_8);
        JobAssembler assembler = new JobAssembler(parts);

        assertThat(Answers.decode("jobs", version, assembler, body, body.length).records())
                .isNotEmpty()
                .allSatisfy(job -> assertThat(job.owner().user()).matches("uid:\\d+"));
        assertThat(parts.learnUsers(
                        SourceAnswers.associations(Capture.of("26.05").bytes(path + "slurmdb/associations.json"))))
                .isTrue();
        assertThat(Answers.decode("jobs", version, assembler, body, body.length).records())
                .extracting(job -> job.owner().user())
                .containsExactlyElementsOf(Answers.jobRecords(version, named).stream()
                        .map(job -> job.owner().user())
                        .toList());
    }

    @Test
    void readsTresStringsInSlurmsOrderAndInAnyOther() {
        Tres expected = new Tres(4, 8 * GIBIBYTE, 3, GpuCounts.of("h100", 2));

        assertThat(tres("cpu=4,mem=8G,node=3,billing=4,gres/gpu=2,gres/gpu:h100=2"))
                .isEqualTo(expected);
        assertThat(tres("cpu=4,gres/gpu=2,gres/gpu:h100=2,mem=8G,node=3")).isEqualTo(expected);
        assertThat(tres("gres/gpu=2,gres/gpu:h100=2,cpu=4,mem=8G,node=3")).isEqualTo(expected);
        assertThat(tres("cpu=4,mem=8G,node=3")).isEqualTo(new Tres(4, 8 * GIBIBYTE, 3, GpuCounts.NONE));
        assertThat(tres("")).isEqualTo(Tres.NONE);
    }

    @Test
    void sharesGpusOfStringsThatDifferInMemory() {
        GpuCounts first = tres("cpu=4,mem=8G,node=1,gres/gpu:h100=2").gpus();

        assertThat(tres("cpu=2,mem=9G,node=1,gres/gpu:h100=2").gpus()).isSameAs(first);
        assertThat(parts.size()).isEqualTo(1);
    }
}
