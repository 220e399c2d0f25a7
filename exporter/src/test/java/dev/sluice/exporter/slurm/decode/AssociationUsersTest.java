package dev.sluice.exporter.slurm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.slurm.SourceAnswers;
import dev.sluice.fixtures.Capture;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AssociationUsersTest {

    /** slurmrestd in a pod without the cluster's users sends an empty name for each job. */
    @ParameterizedTest
    @ValueSource(strings = {"v0.0.43", "v0.0.44", "v0.0.45"})
    void namesEachUserByTheAssociationWhereSlurmrestdKnowsNoUsers(String version) throws Exception {
        String path = "rest/" + version + "/";
        byte[] named = Capture.of("26.05").bytes(path + "slurm/jobs.json");
        String nameless = new String(named, StandardCharsets.UTF_8)
                .replaceAll("\"user_name\"\\s*:\\s*\"[^\"]*\"", "\"user_name\": \"\"");
        byte[] body = nameless.getBytes(StandardCharsets.UTF_8);
        JobAssembler.AssociationUsers users = new JobAssembler.AssociationUsers();

        assertThat(Answers.decode(new JobAssembler(users, Answers.SCALING).list(), body, body.length)
                        .records())
                .isNotEmpty()
                .allSatisfy(job -> assertThat(job.owner().user()).matches("uid:\\d+"));
        List<Association> associations =
                SourceAnswers.associations(Capture.of("26.05").bytes(path + "slurmdb/associations.json"));
        assertThat(users.learn(associations)).isTrue();
        assertThat(users.learn(associations)).isFalse();
        assertThat(Answers.decode(new JobAssembler(users, Answers.SCALING).list(), body, body.length)
                        .records())
                .extracting(job -> job.owner().user())
                .containsExactlyElementsOf(Answers.jobRecords(named).stream()
                        .map(job -> job.owner().user())
                        .toList());
    }
}
