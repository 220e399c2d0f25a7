package dev.sluice.exporter.slurm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBuilder;
import dev.sluice.exporter.model.node.NodeFlag;
import dev.sluice.fixtures.Capture;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests every captured response of a real cluster, in every API version, in one piece and in several pieces. */
class CapturedAnswersTest {

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void listsThePartitionsThatSinfoLists(String release, String version) throws Exception {
        Set<String> expected = CapturedReleases.rows(release, "cli/sinfo-summary.txt").stream()
                .skip(1)
                .map(row -> row.get(0).replace("*", ""))
                .collect(Collectors.toCollection(HashSet::new));

        AnswerReader<Partition> answer = Answers.partitions(Trees.body(release, version, "partitions"));

        assertThat(answer.records()).extracting(Partition::name).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(answer.release()).startsWith(release);
        assertThat(answer.lastUpdate()).isPositive();
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void decodesToTheSameRecordsWhereverTheBytesAreCut(String release, String version) throws Exception {
        byte[] body = Trees.body(release, version, "jobs");
        List<Job> whole = Answers.jobs(body).records();

        for (int piece : new int[] {1, 7, 4093}) {
            assertThat(Answers.decode(Answers.jobs(Answers.SCALING), body, piece)
                            .records())
                    .isEqualTo(whole);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void everyVersionOfOneReleaseDecodesToTheSameJobsAndNodes(String release, String version) throws Exception {
        String first = Capture.of(release).apiVersions().get(0);

        assertThat(steady(CapturedReleases.jobs(release, version)))
                .isEqualTo(steady(CapturedReleases.jobs(release, first)));
        assertThat(steadyNodes(release, version)).isEqualTo(steadyNodes(release, first));
    }

    /** The backfill scheduler plans different nodes every few seconds, and the order of dynamic nodes varies. */
    private static Set<Node> steadyNodes(String release, String version) throws Exception {
        return CapturedReleases.nodes(release, version).stream()
                .map(node -> NodeBuilder.of(node)
                        .state(
                                node.base(),
                                node.flags().stream()
                                        .filter(flag -> flag != NodeFlag.PLANNED)
                                        .collect(Collectors.toSet()))
                        .build())
                .collect(Collectors.toSet());
    }

    /**
     * Captures of two API versions are one or two seconds apart. The comparison omits states that changed in between.
     */
    private static Map<Long, Job> steady(List<Job> jobs) {
        return jobs.stream()
                .filter(job -> job.status().state() != JobState.COMPLETING)
                .map(CapturedAnswersTest::withoutEstimate)
                .collect(Collectors.toMap(Job::id, Function.identity()));
    }

    /**
     * The backfill scheduler updates the estimated start of a job every few seconds. v0.0.45 does not send the value of
     * {@code --exclusive}.
     */
    private static Job withoutEstimate(Job job) {
        return JobBuilder.of(job).expectedStartAt(0).named("").exclusive().build();
    }
}
