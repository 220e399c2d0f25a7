package dev.sluice.simulator.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.lab.scheduling.JobRequest;
import dev.sluice.lab.scheduling.Reservation;
import dev.sluice.simulator.Captures;
import dev.sluice.simulator.SimulatedCluster;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
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
    void sendsNothingThatARealOneDoesNot(String version, String file) {
        Set<String> real = Captures.shape(Captures.json("rest/" + version + "/" + file));
        JsonNode simulated = Captures.simulated(LIVING, path(version, file), "flags=ALL");

        // The captured cluster had no pending requests. StatisticsTest compares pending requests with the schema.
        assertThat(Captures.shape(simulated))
                .filteredOn(member -> !member.startsWith("/statistics/pending_rpcs"))
                .isSubsetOf(real);
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void leavesOutNoTopLevelMember(String version, String file) {
        JsonNode real = Captures.json("rest/" + version + "/" + file);
        JsonNode simulated = Captures.simulated(SimulatedCluster.quiet(MORNING), path(version, file), "flags=ALL");

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

    private static JsonNode job(SimulatedCluster cluster, String query) {
        return Captures.simulated(cluster, "/slurm/v0.0.45/jobs/", query).at("/jobs/0");
    }
}
