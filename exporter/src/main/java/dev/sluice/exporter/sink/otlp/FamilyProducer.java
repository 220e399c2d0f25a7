package dev.sluice.exporter.sink.otlp;

import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import java.time.Clock;
import java.util.List;

/**
 * Converts the current metrics to the SDK's data, with the families, labels and values that /metrics has at this
 * moment. The time of all points is the time of the push, as the time of samples is the time of the scrape. Separate
 * metrics report the age of the data.
 */
final class FamilyProducer {

    private static final String SCOPE = "dev.sluice.exporter";

    private final OtlpPush.Content content;
    private final Resource resource;
    private final Clock clock;
    private final InstrumentationScopeInfo scope;

    FamilyProducer(OtlpPush.Content content, Resource resource, Clock clock) {
        this.content = content;
        this.resource = resource;
        this.clock = clock;
        this.scope = InstrumentationScopeInfo.builder(SCOPE)
                .setVersion(content.version())
                .build();
    }

    /** Returns the families with points, in the order of the catalogue. */
    List<FamilyData> families() {
        var points = new Points(clock.instant(), content.startedAt());
        content.sink().current().forEach(batch -> batch.forEach(points));
        return content.catalogue().stream()
                .map(family ->
                        new FamilyData(resource, scope, family, points.numbers(family), points.histograms(family)))
                .filter(data -> data.size() > 0)
                .toList();
    }
}
