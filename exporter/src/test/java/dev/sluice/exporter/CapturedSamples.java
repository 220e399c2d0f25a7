package dev.sluice.exporter;

import dev.sluice.exporter.metrics.MetricsConfig;
import dev.sluice.exporter.publish.Sample;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All samples of the captured cluster, from all sources of the cluster. */
final class CapturedSamples {

    private CapturedSamples() {}

    static List<Sample> of(MetricsConfig config) throws Exception {
        Map<String, List<Sample>> newest = new TreeMap<>();
        GoldenExpositionTest.publishTheCapturedCluster(
                config, publication -> newest.put(publication.source(), Sample.of(publication.batch())));
        return newest.values().stream().flatMap(List::stream).toList();
    }
}
