package dev.sluice.adapter.telemetry;

import dev.sluice.adapter.demand.ClusterDemand;
import dev.sluice.adapter.demand.Demand;
import dev.sluice.adapter.demand.ReadFailure;
import dev.sluice.adapter.metrics.MetricLookup;
import dev.sluice.adapter.metrics.Series;
import dev.sluice.common.demand.NodeSetReport;
import dev.sluice.common.tls.ServerCertificate;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Unit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Metrics of the adapter: requests, latency, exporters, and the served values. */
public final class AdapterMetrics {

    private static final double MILLIS = 1000;
    private static final double NANOS = 1e9;
    private static final double[] SECONDS = {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5};

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final ExpositionFormats formats = ExpositionFormats.init();
    private final Counter requests;
    private final Histogram requestSeconds;
    private final Gauge exporterUp;
    private final Counter exporterFailures;
    private final Counter kedaCalls;
    private final Gauge trustKnown;
    private final Counter reviewFailures;
    private final Counter certificateFailures;
    private volatile Optional<ServerCertificate> certificate = Optional.empty();

    /** The metrics in an exposition format. */
    public record Exposition(String contentType, String body) {}

    /**
     * Creates metrics that start at zero.
     *
     * @param exporters names of the exporters
     * @param version version of the adapter
     */
    public AdapterMetrics(Collection<String> exporters, Supplier<Demand> demand, MetricLookup lookup, String version) {
        requests = Counter.builder()
                .name("sluice_adapter_requests_total")
                .help("Answered requests to the Kubernetes API, by metric and HTTP status.")
                .labelNames("metric", "code")
                .withoutExemplars()
                .register(registry);
        requestSeconds = Histogram.builder()
                .name("sluice_adapter_request_seconds")
                .help("Time from a request's header to its response.")
                .unit(Unit.SECONDS)
                .classicOnly()
                .classicUpperBounds(SECONDS)
                .labelNames("metric")
                .withoutExemplars()
                .register(registry);
        exporterUp = Gauge.builder()
                .name("sluice_adapter_exporter_up")
                .help("1 if the last request to the exporter got a usable answer, else 0.")
                .labelNames("exporter")
                .withoutExemplars()
                .register(registry);
        exporterFailures = Counter.builder()
                .name("sluice_adapter_exporter_failures_total")
                .help("Requests to an exporter without a usable answer, by kind.")
                .labelNames("exporter", "kind")
                .withoutExemplars()
                .register(registry);
        kedaCalls = Counter.builder()
                .name("sluice_adapter_keda_calls_total")
                .help("Answered KEDA calls and opened streams, by method and gRPC status.")
                .labelNames("method", "status")
                .withoutExemplars()
                .register(registry);
        exporters.forEach(exporter -> exporterUp.labelValues(exporter).set(0));
        trustKnown = Gauge.builder()
                .name("sluice_adapter_authentication_config_up")
                .help(
                        "1 if the last read of the ConfigMap with the front proxy's certificate authority succeeded, else 0.")
                .withoutExemplars()
                .register(registry);
        reviewFailures = Counter.builder()
                .name("sluice_adapter_review_failures_total")
                .help("Requests without an answer because the Kubernetes API server did not review the client.")
                .withoutExemplars()
                .register(registry);
        GaugeWithCallback.builder()
                .name("sluice_adapter_certificate_expiry_timestamp_seconds")
                .help("Expiry of the certificate in use. Only with TLS.")
                .unit(Unit.SECONDS)
                .callback(gauge ->
                        certificate.ifPresent(used -> gauge.call(used.expires().getEpochSecond())))
                .register(registry);
        GaugeWithCallback.builder()
                .name("sluice_adapter_certificate_lifetime_seconds")
                .help("Lifetime of the certificate in use. Only with TLS.")
                .unit(Unit.SECONDS)
                .callback(gauge ->
                        certificate.ifPresent(used -> gauge.call(used.lifetime().toSeconds())))
                .register(registry);
        certificateFailures = Counter.builder()
                .name("sluice_adapter_certificate_failures_total")
                .help("Failures to use a new certificate.")
                .withoutExemplars()
                .register(registry);
        registerDemand(demand);
        registerValues(lookup);
        Info.builder()
                .name("sluice_adapter_build_info")
                .help("The adapter's version.")
                .labelNames("version")
                .register(registry)
                .addLabelValues(version);
    }

    private void registerDemand(Supplier<Demand> demand) {
        GaugeWithCallback.builder()
                .name("sluice_adapter_cluster_age_seconds")
                .help("Age of the newest demand of a cluster.")
                .unit(Unit.SECONDS)
                .labelNames("cluster")
                .callback(gauge -> {
                    for (ClusterDemand cluster : demand.get().clusters()) {
                        cluster.age().ifPresent(age -> gauge.call(age.toMillis() / MILLIS, cluster.cluster()));
                    }
                })
                .register(registry);
        GaugeWithCallback.builder()
                .name("sluice_adapter_cluster_trusted")
                .help("1 if a cluster's demand is served, 0 if it is too old, withheld or contradicted.")
                .labelNames("cluster")
                .callback(gauge -> demand.get()
                        .clusters()
                        .forEach(cluster -> gauge.call(cluster.trusted() ? 1 : 0, cluster.cluster())))
                .register(registry);
    }

    private void registerValues(MetricLookup lookup) {
        GaugeWithCallback.builder()
                .name("sluice_adapter_value")
                .help("Current value of an external metric.")
                .labelNames("metric", "cluster", "namespace", "resource", "nodeset", "partition")
                .callback(gauge -> lookup.all().forEach(series -> call(gauge, series)))
                .register(registry);
        GaugeWithCallback.builder()
                .name("sluice_adapter_series")
                .help("External metrics with a current value.")
                .callback(gauge -> gauge.call(lookup.all().size()))
                .register(registry);
    }

    private static void call(GaugeWithCallback.Callback gauge, Series series) {
        gauge.call(
                series.value(),
                series.metric().metricName(),
                label(series, "cluster"),
                series.object().map(NodeSetReport::namespace).orElse(""),
                series.object().map(NodeSetReport::resource).orElse(""),
                label(series, "nodeset"),
                label(series, "partition"));
    }

    private static String label(Series series, String name) {
        return series.labels().getOrDefault(name, "");
    }

    /**
     * Records a response of the Kubernetes API.
     *
     * @param metric requested metric, with limited cardinality
     * @param took time from the request's head to the response
     */
    public void requestAnswered(String metric, int code, Duration took) {
        requests.labelValues(metric, Integer.toString(code)).inc();
        requestSeconds.labelValues(metric).observe(took.toNanos() / NANOS);
    }

    /** Registers the gauge of open KEDA streams. Call this method at most once. */
    public void kedaStreams(IntSupplier count) {
        GaugeWithCallback.builder()
                .name("sluice_adapter_keda_streams")
                .help("Open KEDA streams; each reports whether its NodeSet needs nodes.")
                .callback(gauge -> gauge.call(count.getAsInt()))
                .register(registry);
    }

    /**
     * Records a response to KEDA.
     *
     * @param method gRPC method, with limited cardinality
     * @param status gRPC status
     */
    public void kedaAnswered(String method, String status) {
        kedaCalls.labelValues(method, status).inc();
    }

    public void exporterAnswered(String exporter) {
        exporterUp.labelValues(exporter).set(1);
    }

    public void exporterFailed(String exporter, ReadFailure failure) {
        exporterUp.labelValues(exporter).set(0);
        exporterFailures.labelValues(exporter, failure.kind().label()).inc();
    }

    public void authenticationConfigRead(boolean usable) {
        trustKnown.set(usable ? 1 : 0);
    }

    public void reviewFailed() {
        reviewFailures.inc();
    }

    /** Records the certificate of new connections. */
    public void certificateServed(ServerCertificate served) {
        certificate = Optional.of(served);
    }

    /** Records that a new certificate could not be used. */
    public void certificateFailed() {
        certificateFailures.inc();
    }

    /** Returns all current metrics in the format that an Accept header prefers. */
    public Exposition encode(String accept) {
        ExpositionFormatWriter writer = formats.findWriter(accept);
        var out = new ByteArrayOutputStream();
        try {
            writer.write(out, registry.scrape());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Exposition(writer.getContentType(), out.toString(StandardCharsets.UTF_8));
    }
}
