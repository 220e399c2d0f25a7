package dev.sluice.exporter.metrics.family;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GroupedBatchTest {

    private static final MetricFamily ONE =
            new MetricFamily("one", MetricType.GAUGE, "", List.of("cluster", "place"), "One.");
    private static final MetricFamily TWO = new MetricFamily("two", MetricType.GAUGE, "", List.of("cluster"), "Two.");

    private static final MetricBatch FIRST = visitor -> {
        visitor.sample(ONE, 1, "a", "x");
        visitor.sample(TWO, 2, "a");
    };

    @Test
    void putsTheSamplesOfAFamilyTogether() {
        MetricBatch second = visitor -> {
            visitor.sample(TWO, 3, "b");
            visitor.sample(ONE, 4, "b", "");
        };
        List<String> samples = new ArrayList<>();

        new GroupedBatch(List.of(FIRST, second))
                .forEach((family, value, labels) -> samples.add(family.name() + List.of(labels) + (int) value));

        assertThat(samples).containsExactly("one[a, x]1", "one[b, ]4", "two[a]2", "two[b]3");
    }

    @Test
    void passesTheFamiliesOfOneBatchFirst() {
        MetricBatch second = visitor -> visitor.sample(ONE, 4, "b", "");
        List<String> samples = new ArrayList<>();

        new GroupedBatch(List.of(FIRST, second), ONE::equals)
                .forEach((family, value, labels) -> samples.add(family.name() + List.of(labels) + (int) value));

        assertThat(samples).containsExactly("two[a]2", "one[a, x]1", "one[b, ]4");
    }
}
