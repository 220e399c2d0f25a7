package dev.sluice.exporter.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.exporter.access.TlsConfig;
import dev.sluice.exporter.config.schema.HttpUrl;
import dev.sluice.exporter.config.sink.OtlpConfig;
import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.Sink;
import dev.sluice.exporter.metrics.family.MetricBatch;
import dev.sluice.exporter.metrics.process.OtlpMetrics;
import dev.sluice.exporter.poll.Time;
import dev.sluice.exporter.sink.otlp.OtlpPush;
import dev.sluice.exporter.sink.otlp.OtlpSettings;
import dev.sluice.exporter.sink.otlp.OtlpSink;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;

/** The OTLP push, if enabled. Java loads OpenTelemetry only when this class is instantiated. */
public final class OtlpOutput implements AutoCloseable {

    private final OtlpSink sink;
    private final OtlpPush push;

    private OtlpOutput(OtlpSink sink, OtlpPush push) {
        this.sink = sink;
        this.push = push;
    }

    /**
     * The origin of the pushed metrics.
     *
     * @param startedAt start time of the process
     * @param version version of Sluice
     * @param environment the process' environment
     */
    public record Origin(Instant startedAt, String version, Map<String, String> environment) {}

    /** Starts to push the sink's metrics; empty if OTLP is off. */
    public static Optional<OtlpOutput> start(
            Vertx vertx, Time time, OtlpConfig config, Origin origin, Supplier<MetricBatch> live) {
        return config.endpoint().filter(unused -> config.enabled()).map(endpoint -> {
            var sink = new OtlpSink(time.clock(), live);
            var content = new OtlpPush.Content(sink, MetricCatalog.families(), origin.startedAt(), origin.version());
            OtlpSettings settings = settings(config, endpoint, origin);
            return new OtlpOutput(sink, OtlpPush.start(vertx, settings, content, time.wall(), time.nanoTime()));
        });
    }

    public Sink sink() {
        return sink;
    }

    public MetricBatch metrics() {
        return OtlpMetrics.SECTION.batch(push.metrics());
    }

    @Override
    public void close() {
        push.close();
    }

    private static OtlpSettings settings(OtlpConfig config, HttpUrl endpoint, Origin origin) {
        return new OtlpSettings(
                config.tls().orElse(TlsConfig.DEFAULTS).to(endpoint),
                config.interval(),
                config.timeout(),
                config.compression() == OtlpConfig.Compression.GZIP,
                config.maxPoints(),
                config.headers().stream()
                        .map(header -> new OtlpSettings.Header(header.name(), value(header, origin.environment())))
                        .toList(),
                resource(config, origin),
                config.sigv4()
                        .region()
                        .filter(unused -> config.sigv4().enabled())
                        .map(region ->
                                new OtlpSettings.Signing(region, config.sigv4().service())));
    }

    private static Map<String, String> resource(OtlpConfig config, Origin origin) {
        Map<String, String> resource = new TreeMap<>();
        resource.put("service.name", "sluice");
        resource.put("service.version", origin.version());
        resource.put(
                "service.instance.id",
                // In Kubernetes, the name of the pod.
                Optional.ofNullable(origin.environment().get("HOSTNAME"))
                        .orElseGet(() -> UUID.randomUUID().toString()));
        config.resource().forEach(attribute -> resource.put(attribute.name(), attribute.value()));
        return resource;
    }

    private static Supplier<String> value(OtlpConfig.Header header, Map<String, String> environment) {
        if (header.valueFile().isPresent()) {
            Path file = header.valueFile().get();
            BlockingCall<Buffer> reading = BlockingCall.reading(file);
            return () -> content(file, reading);
        }
        if (header.valueEnv().isPresent()) {
            String variable = header.valueEnv().get();
            return () -> Optional.ofNullable(environment.get(variable))
                    .orElseThrow(() -> missing("the variable " + variable + " is not set", new IOException()));
        }
        return () -> header.value().orElse("");
    }

    private static String content(Path file, BlockingCall<Buffer> reading) {
        try {
            return reading.await().toString(UTF_8).strip();
        } catch (IOException e) {
            throw missing("the header file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static UncheckedIOException missing(String what, IOException cause) {
        return new UncheckedIOException(what, cause);
    }
}
