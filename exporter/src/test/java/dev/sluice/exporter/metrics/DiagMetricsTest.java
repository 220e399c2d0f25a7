package dev.sluice.exporter.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.DiagHistory;
import dev.sluice.exporter.model.cluster.Diag;
import dev.sluice.exporter.publish.Sample;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DiagMetricsTest {

    private static List<Double> values(String family, Map<String, Double> numbers) {
        Diag diag = new Diag(numbers, List.of(), List.of());
        DiagMetrics metrics = new DiagMetrics("alpha", diag, new DiagHistory(1, 1).observe(diag));
        return Sample.of(DiagMetrics.SECTION.batch(metrics), family).stream()
                .map(Sample::value)
                .toList();
    }

    @Test
    void publishesDurationsInSecondsAndCountsAsTheyAre() {
        assertThat(values("slurm_diag_cycle_last_seconds", Map.of("schedule_cycle_last", 2500.0)))
                .containsExactly(2500 / 1e6);
        assertThat(values("slurm_diag_server_threads", Map.of("server_thread_count", 3.0)))
                .containsExactly(3.0);
    }

    /** As sdiag: 100 / 19 cycles, although slurmrestd sends another mean. */
    @Test
    void dividesTheSumOfTableSizesByTheNumberOfCycles() {
        String mean = "slurm_diag_backfill_table_size_mean";

        assertThat(values(
                        mean, Map.of("bf_table_size_sum", 100.0, "bf_cycle_counter", 19.0, "bf_table_size_mean", 7.0)))
                .containsExactly(5.0);
        assertThat(values(mean, Map.of("bf_table_size_sum", 0.0, "bf_cycle_counter", 0.0)))
                .isEmpty();
        assertThat(values(mean, Map.of("bf_cycle_counter", 19.0))).isEmpty();
    }
}
