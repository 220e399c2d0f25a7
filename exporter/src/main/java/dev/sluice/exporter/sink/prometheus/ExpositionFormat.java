package dev.sluice.exporter.sink.prometheus;

import dev.sluice.exporter.metrics.MetricFamily;
import dev.sluice.exporter.metrics.MetricFamily.MetricType;
import dev.sluice.exporter.metrics.MetricVisitor;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusProtobufWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The formats of /metrics. The Prometheus library recognises them in Accept headers. */
enum ExpositionFormat {
    PROTOBUF,
    OPENMETRICS,
    /** Clients that accept no format get text, because a scrape in the wrong format is more useful than an error. */
    TEXT;

    /** Collects the samples of one response, and writes them in one format. Each instance writes once. */
    interface Writer extends MetricVisitor {

        Set<MetricFamily> families();

        /** Writes the samples of the given families, in the order of the families. */
        void writeTo(OutputStream out, List<MetricFamily> families) throws IOException;
    }

    static ExpositionFormat preferredBy(List<String> acceptHeaders) {
        String accept = String.join(",", acceptHeaders);
        return Stream.of(values())
                .filter(format -> format.library().accepts(accept))
                .findFirst()
                .orElse(TEXT);
    }

    String contentType() {
        return library().getContentType();
    }

    private ExpositionFormatWriter library() {
        return switch (this) {
            case PROTOBUF -> new PrometheusProtobufWriter();
            case OPENMETRICS -> OpenMetricsTextFormatWriter.create();
            case TEXT -> PrometheusTextFormatWriter.create();
        };
    }

    Writer writer() {
        return this == PROTOBUF ? new ProtobufWriter() : new TextWriter(this == OPENMETRICS);
    }

    /** Returns the name without the suffix that the type implies: only counters and infos have these suffixes. */
    static String openMetricsName(MetricFamily family) {
        return family.name().replaceFirst("_(total|info)$", "");
    }

    /**
     * Returns true if one of the names selects the family: with or without suffix, or a part of a histogram. No name
     * selects every family.
     */
    static boolean selects(Set<String> names, MetricFamily family) {
        Stream<String> parts =
                family.type() == MetricType.HISTOGRAM ? Stream.of("", "_bucket", "_count", "_sum") : Stream.of("");
        return names.isEmpty()
                || names.contains(openMetricsName(family))
                || parts.anyMatch(part -> names.contains(family.name() + part));
    }
}
