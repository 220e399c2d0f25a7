package dev.sluice.exporter.sink.otlp;

import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import java.time.Clock;
import java.util.List;

/**
 * Turns the current metrics into the SDK's data: the same families, labels and values as /metrics at that moment. The
 * time of all points is the time of the push, in the same way as a scrape determines the time of samples. Separate
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
