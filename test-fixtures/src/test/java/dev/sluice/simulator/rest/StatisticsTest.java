package dev.sluice.simulator.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.simulator.Captures;
import dev.sluice.simulator.SimulatedCluster;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

public class StatisticsTest {
    private static final Instant MORNING = Instant.parse("2026-11-20T08:00:00Z");

    /**
     * The expected numbers of requests are from {@code sdiag --all} on a real cluster, for the request types that this
     * cluster had received.
     */
    @Test
    void givesEveryTypeTheNumberThatSlurmGivesIt() {
        Map<String, Integer> real = new TreeMap<>();
        for (JsonNode rpc : Captures.json("rest/v0.0.45/slurm/diag.json").at("/statistics/rpcs_by_message_type")) {
            real.put(rpc.at("/message_type").textValue(), rpc.at("/type_id").intValue());
        }
        assertThat(Stream.of(Statistics.Type.values()).filter(type -> real.containsKey(type.name())))
                .hasSizeGreaterThanOrEqualTo(10)
                .allSatisfy(type -> assertThat(type.id()).isEqualTo(real.get(type.name())));
    }

    /** reset_stats(0) of slurmctld resets these values, except the number of jobs that backfill has ever started. */
    @Test
    void midnightResetsTheValuesOfBackfillExceptTheTotal() {
        Statistics statistics = new Statistics(0);
        statistics.backfilled(3);
        statistics.backfilled(7, 86_395);
        statistics.step(86_395, 86_400);
        assertThat(statistics.get("bf_backfilled_jobs")).isEqualTo(3);
        assertThat(Stream.of("bf_last_backfilled_jobs", "bf_cycle_last", "bf_last_depth"))
                .allMatch(name -> statistics.get(name) == 0);
    }

    @Test
    void keepsTryingToReachANodeThatDoesNotAnswer() {
        SimulatedCluster cluster = SimulatedCluster.quiet(MORNING);
        cluster.controller().fail("cpu003", "Not responding");
        cluster.controller().fail("cpu004", "Not responding");
        JsonNode statistics = statistics(cluster);

        assertThat(statistics.at("/pending_rpcs"))
                .hasToString("[{\"type_id\":6011,\"message_type\":\"REQUEST_TERMINATE_JOB\",\"count\":2}]");
        assertThat(statistics.at("/pending_rpcs_by_hostlist/0/count")).hasToString("[\"cpu[003-004]\"]");
        assertThat(statistics.at("/agent_queue_size").intValue()).isEqualTo(2);
        assertThat(members(statistics.at("/pending_rpcs/0"))).isEqualTo(schema("stats_msg_rpc_queue"));
        assertThat(members(statistics.at("/pending_rpcs_by_hostlist/0"))).isEqualTo(schema("stats_msg_rpc_dump"));

        cluster.controller().resume("cpu003");
        cluster.controller().resume("cpu004");
        assertThat(statistics(cluster).at("/pending_rpcs")).isEmpty();
    }

    private static JsonNode statistics(SimulatedCluster cluster) {
        return Captures.simulated(cluster, "/slurm/v0.0.45/diag/", "").at("/statistics");
    }

    /** No capture has pending requests. The OpenAPI document of the real slurmrestd describes pending requests. */
    private static Set<String> schema(String name) {
        JsonNode schemas = Captures.json("openapi-v3.json").at("/components/schemas");
        return members(schemas.path("v0.0.45_" + name).path("properties"));
    }

    private static Set<String> members(JsonNode object) {
        Set<String> names = new TreeSet<>();
        object.properties().forEach(member -> names.add(member.getKey()));
        return names;
    }
}
