package dev.sluice.exporter.sink.otlp;

import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.MetricFamily;
import dev.sluice.exporter.sink.otlp.FamilyData.Like;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.MetricProducer;
import io.opentelemetry.sdk.resources.Resource;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Tells the SDK what is true at the moment: the same families, labels and values as /metrics would at that moment. All
 * points carry the time of the push, as a scrape would date them; how old the data behind them is, is a metric.
 */
final class FamilyProducer implements MetricProducer {

    private static final String SCOPE = "dev.sluice.exporter";

    private final OtlpSink sink;
    private final List<MetricFamily> catalogue;
    private final Clock clock;
    private final Instant startedAt;
    private final InstrumentationScopeInfo scope;

    /**
     * A producer of what the sink holds.
     *
     * @param catalogue the families, in the order in which they are sent
     * @param startedAt since when counters and histograms count
     */
    FamilyProducer(OtlpSink sink, List<MetricFamily> catalogue, Clock clock, Instant startedAt, String version) {
        this.sink = sink;
        this.catalogue = List.copyOf(catalogue);
        this.clock = clock;
        this.startedAt = startedAt;
        this.scope = InstrumentationScopeInfo.builder(SCOPE).setVersion(version).build();
    }

    @Override
    public Collection<MetricData> produce(Resource resource) {
        var points = new Points(clock.instant(), startedAt);
        for (MetricBatch batch : sink.current()) {
            batch.forEach(points);
        }
        List<MetricData> all = new ArrayList<>();
        for (MetricFamily family : catalogue) {
            Like like = new Like(resource, scope, family.name(), family.help(), unit(family));
            points.data(family, like).ifPresent(all::add);
        }
        return all;
    }

    /** In UCUM, as OpenTelemetry writes units. */
    private static String unit(MetricFamily family) {
        return switch (family.unit()) {
            case "seconds" -> "s";
            case "bytes" -> "By";
            default -> family.unit();
        };
    }
}
