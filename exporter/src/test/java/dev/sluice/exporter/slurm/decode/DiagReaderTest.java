package dev.sluice.exporter.slurm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.cluster.Diag;
import dev.sluice.exporter.model.cluster.Diag.RpcCount;
import dev.sluice.exporter.slurm.SlurmRequest;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DiagReaderTest {

    private static Optional<Diag> read(String members) {
        return SlurmRequest.DIAG.records().read(JsonTree.ofText("{" + members + "}"));
    }

    private static Diag diag(String members) {
        return read("\"schedule_cycle_total\":7," + members).orElseThrow();
    }

    @Test
    void refusesStatisticsWithoutCycles() {
        assertThat(read("\"server_thread_count\":3")).isEmpty();
        assertThat(SlurmRequest.DBD.records().read(JsonTree.ofText("{\"rollups\":{},\"RPCs\":[]}")))
                .isEmpty();
    }

    @Test
    void readsNumbersAndFlagsByTheirPath() {
        Diag diag = diag("\"bf_cycle_last\":2500,\"bf_active\":true,\"bf_exit\":{\"bf_max_time\":4},"
                + "\"req_time\":{\"set\":true,\"infinite\":false,\"number\":9},\"text\":\"1\",\"list\":[1]");

        assertThat(diag.numbers())
                .isEqualTo(Map.of(
                        "schedule_cycle_total",
                        7.0,
                        "bf_cycle_last",
                        2500.0,
                        "bf_active",
                        1.0,
                        "bf_exit.bf_max_time",
                        4.0,
                        "req_time",
                        9.0));
    }

    @Test
    void omitsOnlyTheNumberThatIsWrong() {
        Diag diag = diag("\"jobs_started\":{\"set\":\"yes\",\"infinite\":false,\"number\":1},\"req_time\":"
                + "{\"set\":true,\"infinite\":false,\"number\":{}},\"bf_exit\":{\"bf_max_time\":4}");

        assertThat(diag.numbers()).isEqualTo(Map.of("schedule_cycle_total", 7.0, "bf_exit.bf_max_time", 4.0));
    }

    @Test
    void addsUpMessageTypesWithTheSameName() {
        String unknown = "{\"message_type\":\"UNKNOWN\",\"count\":%d,\"total_time\":%d,\"queued\":%d,\"dropped\":%d}";

        assertThat(diag("\"rpcs_by_message_type\":["
                                + unknown.formatted(1, 20, 3, 4) + ","
                                + unknown.formatted(100, 2000, 300, 400) + "]")
                        .byType())
                .containsExactly(new RpcCount("UNKNOWN", 101, 2020, 303, 404));
    }
}
