package dev.sluice.exporter.sink.cloudwatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SelectionTest {

    private static ReducedMetric rollup(String name, int priority, String partition) {
        return new ReducedMetric(
                ReductionTest.metric(name, Aggregation.SUM, "partition"),
                priority,
                new SeriesKey(name, Map.of("Partition", partition)),
                1,
                Map.of());
    }

    private static List<String> keys(List<ReducedMetric> rollups) {
        return rollups.stream().map(rollup -> rollup.key().toString()).toList();
    }

    @Test
    void spendsTheBudgetByPriorityThenNameThenDimensionsOnWhatCloudWatchAccepts() {
        List<ReducedMetric> rollups = new ArrayList<>(List.of(
                rollup("running", 2, "b"),
                rollup("pending", 1, "b"),
                rollup("pending", 1, "a"),
                rollup("pending", 0, "pärtition"),
                rollup("running", 2, "a"),
                rollup("age", 2, "a")));
        Collections.shuffle(rollups, new Random(3));

        Selection selection = Selection.of(rollups, 4);

        assertThat(keys(selection.taken()))
                .containsExactly(
                        "pending{Partition=a}", "pending{Partition=b}", "age{Partition=a}", "running{Partition=a}");
        assertThat(keys(selection.overBudget())).containsExactly("running{Partition=b}");
        assertThat(keys(selection.invalid())).containsExactly("pending{Partition=pärtition}");
    }
}
