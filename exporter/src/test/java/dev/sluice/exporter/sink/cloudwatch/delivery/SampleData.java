package dev.sluice.exporter.sink.cloudwatch.delivery;

import dev.sluice.exporter.sink.cloudwatch.rollup.Datum;
import dev.sluice.exporter.sink.cloudwatch.rollup.Dimension;
import dev.sluice.exporter.sink.cloudwatch.rollup.SeriesKey;
import dev.sluice.exporter.sink.cloudwatch.rollup.Unit;
import java.util.List;
import java.util.stream.IntStream;

/** Sample data for tests. */
final class SampleData {

    private SampleData() {}

    static Datum named(String name) {
        SeriesKey key = new SeriesKey(name, List.of(new Dimension("SlurmCluster", "alpha")));
        return new Datum(key, Unit.COUNT, new Datum.Single(1));
    }

    static List<Datum> numbered(int count) {
        return IntStream.range(0, count).mapToObj(i -> named("metric_" + i)).toList();
    }
}
