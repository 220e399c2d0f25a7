package dev.sluice.exporter.sink.otlp;

import dev.sluice.exporter.sink.otlp.FamilyData.Like;
import io.opentelemetry.sdk.metrics.data.MetricData;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** Cuts metrics into requests of a limited number of points. */
final class Batches {

    private final int most;
    private final List<List<MetricData>> batches = new ArrayList<>();
    private List<MetricData> last = new ArrayList<>();
    private int room;

    private Batches(int most) {
        this.most = most;
        this.room = most;
    }

    static List<List<MetricData>> of(Collection<MetricData> metrics, int most) {
        var batches = new Batches(most);
        metrics.forEach(batches::add);
        batches.close();
        return batches.batches;
    }

    static int points(Collection<MetricData> metrics) {
        return metrics.stream()
                .mapToInt(metric -> metric.getData().getPoints().size())
                .sum();
    }

    private void add(MetricData metric) {
        Like like = Like.of(metric);
        switch (metric.getType()) {
            case DOUBLE_GAUGE -> add(metric.getDoubleGaugeData().getPoints(), points -> FamilyData.gauge(like, points));
            case DOUBLE_SUM -> add(metric.getDoubleSumData().getPoints(), points -> FamilyData.counter(like, points));
            case HISTOGRAM -> add(metric.getHistogramData().getPoints(), points -> FamilyData.histogram(like, points));
            default -> throw new IllegalArgumentException(metric.getName() + " is a " + metric.getType());
        }
    }

    private <P> void add(Collection<P> points, Function<Collection<P>, FamilyData> part) {
        List<P> all = List.copyOf(points);
        int from = 0;
        while (from < all.size()) {
            int to = Math.min(all.size(), from + room);
            last.add(part.apply(all.subList(from, to)));
            room -= to - from;
            from = to;
            if (room == 0) {
                close();
            }
        }
    }

    private void close() {
        if (!last.isEmpty()) {
            batches.add(last);
        }
        last = new ArrayList<>();
        room = most;
    }
}
