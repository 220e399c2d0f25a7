package dev.sluice.exporter.api;

import static dev.sluice.exporter.api.Visibility.ALL;
import static dev.sluice.exporter.config.Loaded.changed;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.exporter.api.ExporterStatus.ClusterView;
import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.Share;
import dev.sluice.exporter.slurm.SourceAnswers;
import dev.sluice.exporter.slurm.decode.Answers;
import dev.sluice.fixtures.Capture;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares jobs, fair share and limits of users and accounts of the captured 26.05 cluster with Slurm's own tools. */
class MyJobsApiTest {

    @RegisterExtension
    private final ServedApi api = new ServedApi(ALL, captured());

    private static final String VERSION = "v0.0.45";
    private static final Capture CAPTURE = Capture.of("26.05");

    MyJobsApiTest() throws Exception {}

    private static byte[] body(String path) {
        return CAPTURE.bytes("rest/" + VERSION + "/" + path);
    }

    private static Constraints constraints() throws Exception {
        List<Association> accounts = SourceAnswers.associations(body("slurmdb/associations.json")).stream()
                .filter(association -> association.user().isEmpty())
                .toList();
        return Constraints.UNKNOWN
                .withPartitions(Answers.partitionRecords(body("slurm/partitions.json")))
                .withLimits(SourceAnswers.qos(body("slurmdb/qos.json")), accounts)
                .withShares(SourceAnswers.shares(body("slurm/shares.json")));
    }

    private static ClusterView captured() throws Exception {
        return SmallCluster.view(Answers.jobRecords(body("slurm/jobs.json")), List.of(), constraints());
    }

    /** The expected limits are from {@code scontrol show assoc_mgr}, which shows the use in parentheses. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "users/alice     | qos_user high MaxJobsPU 20 1, qos_user gpulimit MaxTRESPU 4 0, qos part-h100 GrpTRES 80 28",
                "users/bob       | account ml-infer GrpTRES 6 4",
                "users/erin      | qos_user debugq MaxJobsPU 2 2, qos_user debugq MaxSubmitPU 50 3",
                "users/dave      | account physics GrpTRES 256 7",
                "accounts/ml-infer | account ml-infer GrpTRES 6 4",
                "accounts/ml-train | qos part-h100 GrpTRES 80 28, qos team GrpTRES 1 0"
            })
    void showsLimitsWithTheirUseAsSlurmctldCountsIt(String path, String limits) throws Exception {
        JsonNode found = api.json("/api/v1/" + path).at("/clusters/0/limits");

        assertThat(ServedApi.texts(found, "owner", "name", "limit", "max", "used"))
                .containsExactlyInAnyOrder(limits.split(", "));
    }

    @Test
    void explainsALimitInASentence() throws Exception {
        JsonNode found = api.json("/api/v1/users/bob").at("/clusters/0/limits/0");

        assertThat(found.path("sentence").asText())
                .isEqualTo("Account ml-infer allows 6 GPUs in all (GrpTRES): 4 in use.");
    }

    /** The expected values are from {@code sshare -a}: NormShares, RawUsage, EffectvUsage and FairShare. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "users/alice  | ml-train alice 0.625 102453 0.88 0.75",
                "users/bob    | ml-infer bob 1.000 4279 1.00 0.92, ml-train bob 0.313 0 0.00 0.83",
                "accounts/ops | ops - 0.003 19315 0.10 -, ops grace 0.500 19315 1.00 0.08, ops prometheus 0.500 0 0.00 0.17"
            })
    void showsTheFairShareOfSshare(String path, String shares) throws Exception {
        JsonNode found = api.json("/api/v1/" + path).at("/clusters/0/fairShare");

        List<String> shown = StreamSupport.stream(found.spliterator(), false)
                .map(share -> String.join(
                        " ",
                        share.path("account").asText(),
                        share.path("user").asText("-"),
                        "%.3f".formatted(share.path("sharesRatio").asDouble()),
                        share.path("usageSeconds").asText(),
                        "%.2f".formatted(share.path("usageRatio").asDouble()),
                        share.has("factor")
                                ? "%.2f".formatted(share.path("factor").asDouble())
                                : "-"))
                .toList();
        assertThat(shown).containsExactly(shares.split(", "));
    }

    /** The expected rows are from squeue at the same instant. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "user=bob&state=pending                     | 65 77",
                "user=bob&state=running&sort=start          | 77 31 25",
                "user=alice&state=pending                   | 54 75 81 61 62 82 83 84",
                "user=alice&state=completed,timeout,failed  | 1 2",
                "account=ml-infer&state=failed,cancelled    | 5"
            })
    void listsJobsInSeveralStates(String query, String arrayOrJobIds) throws Exception {
        JsonNode jobs = api.json("/api/v1/jobs?" + query).at("/clusters/0/jobs");

        List<String> ids = StreamSupport.stream(jobs.spliterator(), false)
                .map(job ->
                        job.path(job.has("arrayJobId") ? "arrayJobId" : "jobId").asText())
                .toList();
        assertThat(ids).containsExactlyInAnyOrder(arrayOrJobIds.split(" "));
    }

    @Test
    void countsPendingTasksByReasonAsSqueueDoes() throws Exception {
        JsonNode jobs =
                api.json("/api/v1/jobs?user=bob&state=pending,running&limit=1").at("/clusters/0");

        // 77_[2-198:2] are 99 tasks.
        assertThat(jobs.path("byReason").toString()).isEqualTo("{\"AssocGrpGRES\":1,\"Resources\":99}");
        assertThat(jobs.path("byState").toString()).isEqualTo("{\"pending\":100,\"running\":3}");
    }

    @Test
    void listsTheNewestEndFirst() throws Exception {
        JsonNode jobs =
                api.json("/api/v1/jobs?state=completed,failed,timeout&sort=end").at("/clusters/0/jobs");

        assertThat(ServedApi.texts(jobs, "endedAt"))
                .hasSizeGreaterThan(3)
                .isSortedAccordingTo(Comparator.reverseOrder());
    }

    @Test
    void findsAHashedNameByTheHash() throws Exception {
        try (ServedApi served = new ServedApi(new Visibility(NameRule.HASH, NameRule.HASH, false), captured())) {
            String account = NameRule.HASH.apply("ml-infer");
            JsonNode user =
                    served.json("/api/v1/users/" + NameRule.HASH.apply("bob")).at("/clusters/0");

            assertThat(ServedApi.texts(user.path("limits"), "name", "used")).containsExactly(account + " 4");
            assertThat(served.json("/api/v1/accounts/" + account).at("/clusters/0/limits"))
                    .hasSize(1);
            assertThat(served.json("/api/v1/accounts/ml-infer").at("/clusters/0/limits"))
                    .isEmpty();
        }
    }

    @Test
    void saysWhatIsTooOldInsteadOfShowingIt() throws Exception {
        ClusterView old = SmallCluster.view(Duration.ofSeconds(90), Optional.of("connection refused"));
        try (ServedApi served = new ServedApi(ALL, old)) {
            JsonNode found = served.json("/api/v1/users/user").at("/clusters/0");

            assertThat(found.path("withheld")).hasSize(5);
            assertThat(found.at("/withheld/2").asText())
                    .startsWith("connection refused since ")
                    .contains("; shares are from");
            assertThat(found.path("fairShare")).isEmpty();
        }
    }

    @Test
    void leavesOutAnInfiniteLevel() throws Exception {
        Share unused = changed(ProxyReader.share("chem", "zoe"), "level", OptionalDouble.of(Double.POSITIVE_INFINITY));
        ClusterView view = SmallCluster.view(List.of(), List.of(), Constraints.UNKNOWN.withShares(List.of(unused)));
        try (ServedApi served = new ServedApi(ALL, view)) {
            JsonNode share = served.json("/api/v1/users/zoe").at("/clusters/0/fairShare/0");

            assertThat(share.path("factor").asDouble()).isEqualTo(1);
            assertThat(share.has("level")).isFalse();
        }
    }
}
