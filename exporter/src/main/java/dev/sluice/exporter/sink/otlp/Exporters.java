package dev.sluice.exporter.sink.otlp;

import dev.sluice.exporter.sink.otlp.OtlpSettings.Header;
import dev.sluice.exporter.sink.otlp.OtlpSettings.Protocol;
import io.opentelemetry.common.ComponentLoader;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.metrics.OtlpGrpcMetricExporter;
import io.opentelemetry.exporter.otlp.trace.OtlpGrpcSpanExporter;
import io.opentelemetry.sdk.common.export.GrpcSenderProvider;
import io.opentelemetry.sdk.common.export.HttpSenderProvider;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The SDK's exporters, which turn points into protobuf, with senders of ours. */
final class Exporters {

    private Exporters() {}

    static MetricExporter metrics(OtlpSettings settings, Wire wire, Courier courier, RequestSigner signer) {
        var senders = new Senders(
                config -> new HttpOtlpSender(wire, courier, signer, config),
                config -> new GrpcOtlpSender(wire, courier, config));
        String compression = settings.gzip() ? "gzip" : "none";
        if (settings.protocol() == Protocol.GRPC) {
            return OtlpGrpcMetricExporter.builder()
                    .setEndpoint(settings.server().url(""))
                    .setCompression(compression)
                    .setHeaders(headers(settings.headers()))
                    .setComponentLoader(senders)
                    .build();
        }
        return OtlpHttpMetricExporter.builder()
                .setEndpoint(settings.server().url("/v1/metrics"))
                .setCompression(compression)
                .setHeaders(headers(settings.headers()))
                .setComponentLoader(senders)
                .build();
    }

    /** Never signed: CloudWatch's endpoint takes no traces. */
    static SpanExporter traces(OtlpSettings settings, Wire wire, Courier courier) {
        var senders = new Senders(
                config -> new HttpOtlpSender(wire, courier, RequestSigner.none(), config),
                config -> new GrpcOtlpSender(wire, courier, config));
        String compression = settings.gzip() ? "gzip" : "none";
        if (settings.protocol() == Protocol.GRPC) {
            return OtlpGrpcSpanExporter.builder()
                    .setEndpoint(settings.server().url(""))
                    .setCompression(compression)
                    .setHeaders(headers(settings.headers()))
                    .setComponentLoader(senders)
                    .build();
        }
        return OtlpHttpSpanExporter.builder()
                .setEndpoint(settings.server().url("/v1/traces"))
                .setCompression(compression)
                .setHeaders(headers(settings.headers()))
                .setComponentLoader(senders)
                .build();
    }

    private static Supplier<Map<String, String>> headers(List<Header> headers) {
        return () -> {
            Map<String, String> values = new LinkedHashMap<>();
            headers.forEach(header -> values.put(header.name(), header.value().get()));
            return values;
        };
    }

    /** How the SDK is handed an object of ours where it would look for a class. */
    private record Senders(HttpSenderProvider http, GrpcSenderProvider grpc) implements ComponentLoader {

        @Override
        public <T> Iterable<T> load(Class<T> wanted) {
            if (wanted.isInstance(http)) {
                return List.of(wanted.cast(http));
            }
            return wanted.isInstance(grpc) ? List.of(wanted.cast(grpc)) : List.of();
        }
    }
}
