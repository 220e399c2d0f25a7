package dev.sluice.exporter.slurm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.controller.Diag;
import dev.sluice.exporter.model.controller.DiagGauge;
import dev.sluice.exporter.model.controller.RpcCount;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DiagReaderTest {

    private static Optional<Diag> read(String members) {
        return DiagReader.read(JsonTree.ofText("{" + members + "}"));
    }

    private static Diag diag(String members) {
        return read("\"schedule_cycle_total\":7," + members).orElseThrow();
    }

    @Test
    void refusesStatisticsWithoutCycles() {
        assertThat(read("\"server_thread_count\":3")).isEmpty();
        assertThat(DiagReader.dbd(JsonTree.ofText("{\"rollups\":{},\"RPCs\":[]}")))
                .isEmpty();
    }

    @Test
    void readsDurationsInSecondsAndCountsAsTheyAre() {
        Diag diag = diag("\"schedule_cycle_last\":2500,\"server_thread_count\":3,\"bf_active\":true");

        assertThat(diag.gauges())
                .containsEntry(DiagGauge.MAIN_CYCLE_LAST, 2500 * 1e-6)
                .containsEntry(DiagGauge.SERVER_THREADS, 3.0)
                .containsEntry(DiagGauge.BACKFILL_ACTIVE, 1.0)
                .doesNotContainKey(DiagGauge.BACKFILL_TABLE_MEAN);
    }

    /** As sdiag: 100 / 19 cycles, although slurmrestd sends another mean. */
    @Test
    void dividesTheSumOfTableSizesByTheNumberOfCycles() {
        assertThat(diag("\"bf_table_size_sum\":100,\"bf_cycle_counter\":19,\"bf_table_size_mean\":7")
                        .gauges())
                .containsEntry(DiagGauge.BACKFILL_TABLE_MEAN, 5.0);
        assertThat(diag("\"bf_table_size_sum\":0,\"bf_cycle_counter\":0").gauges())
                .doesNotContainKey(DiagGauge.BACKFILL_TABLE_MEAN);
        assertThat(diag("\"bf_cycle_counter\":19").gauges()).doesNotContainKey(DiagGauge.BACKFILL_TABLE_MEAN);
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
