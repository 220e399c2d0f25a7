package dev.sluice.exporter.sink.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.net.ConnectionFailure;
import dev.sluice.exporter.access.TlsConfig;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.Publications;
import dev.sluice.exporter.metrics.PushMetrics;
import dev.sluice.exporter.metrics.PushMetrics.Otlp.PushOutcome;
import dev.sluice.exporter.poll.Time;
import io.opentelemetry.exporter.internal.FailedExportException;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporterBuilder;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.Aggregation;
import io.opentelemetry.sdk.metrics.InstrumentSelector;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.SdkMeterProviderBuilder;
import io.opentelemetry.sdk.metrics.View;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import io.opentelemetry.sdk.metrics.export.PeriodicMetricReader;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.resources.ResourceBuilder;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pushes metrics to an OTLP receiver with the SDK's reader and exporter. Counters lose no increases while the receiver
 * is unavailable, because the next push contains the current values.
 */
public final class OtlpPush implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OtlpPush.class);

    private final CountedExporter exporter;
    private final SdkMeterProviderBuilder provider;
    private volatile Optional<SdkMeterProvider> running = Optional.empty();

    /** The origin of the pushed metrics. */
    public record Instance(Instant startedAt, String version, Map<String, String> environment) {}

    /** Counts requests by outcome, and logs changes, because the SDK's reader hides failures. Thread-safe. */
    private static final class CountedExporter implements MetricExporter {

        private static final int RECOVERED = 2;
        private final MetricExporter exporter;
        private final Clock clock;
        private final Map<PushOutcome, Long> requests = new EnumMap<>(PushOutcome.class);
        private Optional<Instant> lastSuccess = Optional.empty();
        /** Number of pushes since the last failed request; 0 while the push of that request goes on. */
        private int pushesSinceFailure = RECOVERED;

        CountedExporter(MetricExporter exporter, Clock clock) {
            this.exporter = exporter;
            this.clock = clock;
        }

        @Override
        public CompletableResultCode export(Collection<MetricData> metrics) {
            CompletableResultCode result = exporter.export(metrics);
            return result.whenComplete(() -> count(result));
        }

        /** Starts the next push. Only now, the outcome of all requests of the previous push is known. */
        synchronized void nextPush() {
            if (++pushesSinceFailure == RECOVERED) {
                LOG.atInfo().log("otlp push recovered");
            }
        }

        synchronized PushMetrics.Otlp metrics() {
            return new PushMetrics.Otlp(requests, lastSuccess);
        }

        synchronized void count(CompletableResultCode result) {
            requests.merge(result.isSuccess() ? PushOutcome.OK : PushOutcome.FAILED, 1L, Long::sum);
            if (result.isSuccess()) {
                lastSuccess = Optional.of(clock.instant());
                return;
            }
            if (pushesSinceFailure >= RECOVERED) {
                Throwable failure =
                        Optional.ofNullable(result.getFailureThrowable()).orElseGet(Exception::new);
                boolean expected = failure instanceof FailedExportException;
                (expected ? LOG.atWarn() : LOG.atError().setCause(failure))
                        .addKeyValue("failure", reason(failure))
                        .log("otlp push failed");
            }
            pushesSinceFailure = 0;
        }

        @Override
        public AggregationTemporality getAggregationTemporality(InstrumentType type) {
            return exporter.getAggregationTemporality(type);
        }

        @Override
        public CompletableResultCode flush() {
            return exporter.flush();
        }

        @Override
        public CompletableResultCode shutdown() {
            return exporter.shutdown();
        }
    }

    /**
     * Prepares the pushes.
     *
     * @param live supplier of metrics that depend on the current time; called for each push, on any thread
     * @throws IOException if a TLS file cannot be used
     */
    public OtlpPush(
            Time time, OtlpConfig config, Instance origin, Publications publications, Supplier<MetricBatch> live)
            throws IOException {
        InstrumentationScopeInfo scope = InstrumentationScopeInfo.builder("dev.sluice.exporter")
                .setVersion(origin.version())
                .build();
        this.exporter = new CountedExporter(exporter(config, origin.environment()), time.wall());
        this.provider = SdkMeterProvider.builder()
                .setResource(resource(config, origin))
                // The families, labels and values that /metrics has at this moment, with the time of the push.
                .registerMetricProducer(resource -> {
                    exporter.nextPush();
                    try {
                        Points points = new Points(time.wall().instant(), origin.startedAt());
                        publications.with(live.get()).forEach(points);
                        return points.metrics(resource, scope);
                    } catch (RuntimeException | Error e) {
                        exporter.count(CompletableResultCode.ofExceptionalFailure(e));
                        throw e;
                    }
                })
                // The reader measures itself; only the families of the catalogue are pushed.
                .registerView(
                        InstrumentSelector.builder().setName("*").build(),
                        View.builder().setAggregation(Aggregation.drop()).build())
                .registerMetricReader(PeriodicMetricReader.builder(exporter)
                        .setInterval(config.interval())
                        .setMaxExportBatchSize(config.maxPoints())
                        .build());
    }

    /** Starts to push. The first push follows after one interval. */
    public void start() {
        running = Optional.of(provider.build());
    }

    public MetricBatch metrics() {
        return PushMetrics.Otlp.SECTION.batch(exporter.metrics());
    }

    /** Pushes once more, and stops. */
    @Override
    public void close() {
        running.ifPresent(SdkMeterProvider::close);
    }

    private static OtlpHttpMetricExporter exporter(OtlpConfig config, Map<String, String> environment)
            throws IOException {
        Optional<Path> caFile = config.tls().flatMap(TlsConfig::caFile);
        Optional<Path> certFile = config.tls().flatMap(TlsConfig::certFile);
        Optional<Path> keyFile = config.tls().flatMap(TlsConfig::keyFile);
        Map<String, Supplier<String>> headers = new LinkedHashMap<>();
        config.headers().forEach(header -> headers.put(header.name(), value(header, environment)));
        OtlpHttpMetricExporterBuilder exporter = OtlpHttpMetricExporter.builder()
                .setEndpoint(config.endpoint().orElseThrow() + "/v1/metrics")
                .setTimeout(config.timeout())
                .setConnectTimeout(config.timeout())
                .setCompression(config.compression())
                .setHeaders(() -> {
                    Map<String, String> values = new LinkedHashMap<>();
                    headers.forEach((name, value) -> values.put(name, value.get()));
                    return values;
                });
        if (caFile.isPresent()) {
            exporter.setTrustedCertificates(read(caFile.get()));
        }
        if (certFile.isPresent() && keyFile.isPresent()) {
            exporter.setClientTls(read(keyFile.get()), read(certFile.get()));
        }
        return exporter.build();
    }

    /** Omits the attributes that describe the SDK, because each attribute adds cost to every point. */
    private static Resource resource(OtlpConfig config, Instance origin) {
        // In Kubernetes, the name of the pod.
        String instance =
                origin.environment().getOrDefault("HOSTNAME", UUID.randomUUID().toString());
        ResourceBuilder resource = Resource.builder()
                .put("service.name", "sluice")
                .put("service.version", origin.version())
                .put("service.instance.id", instance);
        config.resource().forEach(attribute -> resource.put(attribute.name(), attribute.value()));
        return resource.build();
    }

    private static byte[] read(Path file) throws IOException {
        return BlockingCall.reading(file).await().getBytes();
    }

    private static Supplier<String> value(OtlpConfig.Header header, Map<String, String> environment) {
        Optional<BlockingCall<Buffer>> file = header.valueFile().map(BlockingCall::reading);
        String fixed =
                header.value().or(() -> header.valueEnv().map(environment::get)).orElse("");
        String name = "the header " + header.name();
        return () -> {
            try {
                String value = (file.isPresent() ? file.get().await().toString(UTF_8) : fixed).strip();
                // The JDK's client would quote a malformed value, which may be secret.
                if (value.matches("[\\t -~\\x80-\\xff]+")) {
                    return value;
                }
                throw new IllegalStateException(name + " is " + (value.isEmpty() ? "not set" : "malformed"));
            } catch (IOException e) {
                throw new UncheckedIOException(name + " cannot be read", e);
            }
        };
    }

    /** Returns the receiver's answer, or the reason why the answer is missing. */
    private static String reason(Throwable failure) {
        if (failure instanceof FailedExportException.HttpExportException http && http.getResponse() != null) {
            String body = new String(http.getResponse().getResponseBody(), UTF_8);
            return "status %d %.200s"
                    .formatted(http.getResponse().getStatusCode(), body)
                    .strip();
        }
        String root = ConnectionFailure.of(failure).reason();
        String text = String.valueOf(failure instanceof FailedExportException ? failure.getCause() : failure)
                .replaceFirst("^(java\\.[\\w.]+: )+", "");
        return text.contains(root) ? text : text + ": " + root;
    }
}
