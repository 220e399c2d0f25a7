package dev.sluice.exporter.sink.otlp;

import io.opentelemetry.sdk.metrics.data.MetricData;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Splits metrics into requests with a limited number of points. */
final class Batches {

    private Batches() {}

    static List<List<MetricData>> of(List<FamilyData> families, int maxPoints) {
        List<List<MetricData>> batches = new ArrayList<>();
        int room = 0;
        for (FamilyData family : families) {
            int from = 0;
            while (from < family.size()) {
                if (room == 0) {
                    batches.add(new ArrayList<>());
                    room = maxPoints;
                }
                int to = Math.min(family.size(), from + room);
                batches.get(batches.size() - 1).add(family.part(from, to));
                room -= to - from;
                from = to;
            }
        }
        return batches;
    }

    static int points(Collection<MetricData> metrics) {
        return metrics.stream()
                .mapToInt(metric -> metric.getData().getPoints().size())
                .sum();
    }
}
