package dev.sluice.simulator.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.lab.scheduling.Controller;
import dev.sluice.lab.scheduling.JobReason;
import dev.sluice.lab.scheduling.JobRequest;
import dev.sluice.lab.scheduling.JobState;
import dev.sluice.lab.scheduling.Reservation;
import dev.sluice.simulator.Captures;
import dev.sluice.simulator.SimulatedCluster;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every member that the simulator sends must exist, with the same type, in a response of a real slurmrestd. */
class RestShapeTest {
    private static final Instant MORNING = Instant.parse("2026-11-20T08:00:00Z");

    private static final SimulatedCluster LIVING = living();

    private static SimulatedCluster living() {
        SimulatedCluster cluster = SimulatedCluster.living(3, MORNING);
        long soon = MORNING.getEpochSecond() + 600;
        cluster.controller().reserve(Reservation.maintenance("maint_x", List.of("cpu001"), soon, soon + 600));
        cluster.advance(Duration.ofSeconds(5));
        return cluster;
    }

    static Stream<Arguments> endpoints() {
        Stream<Arguments> ofBoth = Stream.of("v0.0.42", "v0.0.45")
                .flatMap(version -> Stream.of(
                                "slurm/jobs-flags-all.json",
                                "slurm/nodes.json",
                                "slurm/partitions.json",
                                "slurm/ping.json",
                                "slurm/diag.json",
                                "slurm/licenses.json",
                                "slurm/reservations.json",
                                "slurm/shares.json",
                                "slurmdb/qos.json",
                                "slurmdb/associations.json")
                        .map(file -> Arguments.of(version, file)));
        return Stream.concat(ofBoth, Stream.of(Arguments.of("v0.0.45", "slurm/conf.json")));
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void sendsNothingThatARealOneDoesNotAndEveryTopLevelMember(String version, String file) {
        JsonNode real = Captures.json("rest/" + version + "/" + file);
        JsonNode simulated = Captures.simulated(LIVING, path(version, file), "flags=ALL");

        // The captured cluster had no pending requests. StatisticsTest compares pending requests with the schema.
        assertThat(Captures.shape(simulated))
                .filteredOn(member -> !member.startsWith("/statistics/pending_rpcs"))
                .isSubsetOf(Captures.shape(real));
        assertThat(simulated.properties())
                .extracting(member -> member.getKey())
                .containsExactlyElementsOf(real.properties().stream()
                        .map(member -> member.getKey())
                        .toList());
    }

    private static String path(String version, String file) {
        String endpoint =
                file.substring(file.indexOf('/') + 1, file.indexOf('.')).replace("-flags-all", "");
        return "/" + file.substring(0, file.indexOf('/')) + "/" + version + "/" + endpoint + "/";
    }

    @Test
    void tellsGpusOfAJobOnlyWithDetail() {
        SimulatedCluster cluster = SimulatedCluster.quiet(MORNING);
        cluster.controller()
                .submit(List.of(JobRequest.named("serve")
                        .partitions("gpu")
                        .gpusPerJob(2)
                        .gpuType("h100")));
        cluster.advance(Duration.ofSeconds(5));
        JsonNode detailed = job(cluster, "");
        JsonNode brief = job(cluster, "flags=ALL");

        assertThat(detailed.at("/gres_detail/0").textValue()).isEqualTo("gpu:h100:2(IDX:0-1)");
        assertThat(brief.at("/gres_detail")).isEmpty();
        assertThat(job(cluster, "flags=ALL&flags=DETAIL").at("/gres_detail")).isEqualTo(detailed.at("/gres_detail"));
        assertThat(brief.at("/tres_per_job").textValue()).isEqualTo("gres/gpu:h100:2");
        assertThat(brief.at("/tres_alloc_str").textValue())
                .isEqualTo("cpu=1,mem=2000M,node=1,billing=1,gres/gpu=2,gres/gpu:h100=2");
    }

    @ParameterizedTest
    @CsvSource({
        "PENDING,false,54",
        "RUNNING,true,13",
        "COMPLETED,true,2",
        "TIMEOUT,true,1",
        "NODE_FAIL,true,11",
        "CANCELLED,true,8",
        "CANCELLED,false,9"
    })
    void aJobHasTheExitCodeOfTheCapturedJob(JobState state, boolean started, int captured) {
        SimulatedCluster cluster = SimulatedCluster.quiet(MORNING);
        Controller slurm = cluster.controller();
        int id = slurm.submit(List.of(JobRequest.named("job")));
        cluster.advance(Duration.ofSeconds(started ? 5 : 0));
        if (state.ended()) {
            slurm.end(slurm.job(id).orElseThrow(), state, JobReason.of(state));
        }
        JsonNode real = Captures.json("rest/v0.0.45/slurm/jobs-flags-all.json").at("/jobs/" + (captured - 1));

        assertThat(real.at("/job_state/0").textValue()).isEqualTo(state.name());
        assertThat(job(cluster, "").at("/exit_code")).isEqualTo(real.at("/exit_code"));
    }

    /** In the capture, too, alice's shares and usage are fractions of account ml-train, not of the cluster. */
    @Test
    void sharesAndUsageAreFractionsOfTheParents() {
        SimulatedCluster cluster = SimulatedCluster.quiet(MORNING);
        JobRequest job = JobRequest.named("job");
        cluster.controller().submit(List.of(job.by("alice", "ml-train").cpusPerTask(3)));
        cluster.controller().submit(List.of(job.by("erin", "research")));
        cluster.advance(Duration.ofSeconds(5));
        JsonNode shares =
                Captures.simulated(cluster, "/slurm/v0.0.45/shares/", "").at("/shares/shares");

        // The sum of all shares below account root is 500 of accounts and 1 of user root.
        assertThat(numbers(shares.get(8))).containsExactly(150 / 501.0, 0.75, 0.75);
        assertThat(numbers(shares.get(9))).containsExactly(1 / 3.0, 1.0, 0.75);
        assertThat(shares.at("/9/name").textValue()).isEqualTo("alice");
        assertThat(shares.at("/9/id")).isEqualTo(job(cluster, "").at("/association_id"));
    }

    private static Stream<Double> numbers(JsonNode share) {
        return Stream.of("shares_normalized", "effective_usage", "usage_normalized")
                .map(name -> share.at("/" + name + "/number").doubleValue());
    }

    private static JsonNode job(SimulatedCluster cluster, String query) {
        return Captures.simulated(cluster, "/slurm/v0.0.45/jobs/", query).at("/jobs/0");
    }
}
