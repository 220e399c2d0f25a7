package dev.sluice.adapter.server;

import dev.sluice.adapter.api.ApiAnswer;
import dev.sluice.adapter.demand.Demand;
import dev.sluice.adapter.demand.ReadFailure;
import dev.sluice.adapter.metrics.MetricLookup;
import dev.sluice.adapter.metrics.Series;
import dev.sluice.common.demand.DemandReport.NodeSetReport;
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
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Metrics of the adapter: requests, latency, exporters, and the served values. */
public final class AdapterMetrics {

    private static final int OK = 200;
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
    private final Counter certificateFailures;
    private volatile Optional<ServerCertificate> certificate = Optional.empty();

    /**
     * Creates metrics that start at zero.
     *
     * @param exporters names of the exporters
     * @param version version of the adapter
     */
    public AdapterMetrics(Collection<String> exporters, Supplier<Demand> demand, MetricLookup lookup, String version) {
        requests = counter(
                "sluice_adapter_requests_total",
                "Answered requests to the Kubernetes API, by metric and HTTP status.",
                "metric",
                "code");
        requestSeconds = Histogram.builder()
                .name("sluice_adapter_request_seconds")
                .help("Time from a request's header to its response.")
                .unit(Unit.SECONDS)
                .classicOnly()
                .classicUpperBounds(SECONDS)
                .labelNames("metric")
                .withoutExemplars()
                .register(registry);
        exporterUp = gauge(
                "sluice_adapter_exporter_up",
                "1 if the last request to the exporter got a usable answer, else 0.",
                "exporter");
        exporters.forEach(exporter -> exporterUp.labelValues(exporter).set(0));
        exporterFailures = counter(
                "sluice_adapter_exporter_failures_total",
                "Requests to an exporter without a usable answer, by kind.",
                "exporter",
                "kind");
        kedaCalls = counter(
                "sluice_adapter_keda_calls_total",
                "Answered KEDA calls, by method and gRPC status.",
                "method",
                "status");
        trustKnown = gauge(
                "sluice_adapter_authentication_config_up",
                "1 if the last read of the ConfigMap with the front proxy's certificate authority succeeded, else 0.");
        certificateFailures =
                counter("sluice_adapter_certificate_failures_total", "Failures to use a new certificate.");
        callback(
                "sluice_adapter_certificate_expiry_timestamp_seconds",
                "Expiry of the certificate in use. Only with TLS.",
                gauge -> certificate.ifPresent(used -> gauge.call(used.expires().getEpochSecond())));
        callback(
                "sluice_adapter_certificate_lifetime_seconds",
                "Lifetime of the certificate in use. Only with TLS.",
                gauge ->
                        certificate.ifPresent(used -> gauge.call(used.lifetime().toSeconds())));
        callback(
                "sluice_adapter_cluster_age_seconds",
                "Age of the newest demand of a cluster.",
                gauge -> demand.get()
                        .clusters()
                        .forEach(cluster ->
                                cluster.age().ifPresent(age -> gauge.call(age.toMillis() / MILLIS, cluster.cluster()))),
                "cluster");
        callback(
                "sluice_adapter_cluster_trusted",
                "1 if a cluster's demand is served, 0 if it is too old, withheld or contradicted.",
                gauge -> demand.get()
                        .clusters()
                        .forEach(cluster -> gauge.call(cluster.trusted() ? 1 : 0, cluster.cluster())),
                "cluster");
        callback(
                "sluice_adapter_value",
                "Current value of an external metric.",
                gauge -> lookup.all().forEach(series -> call(gauge, series)),
                "metric",
                "cluster",
                "namespace",
                "resource",
                "nodeset",
                "partition");
        callback(
                "sluice_adapter_series",
                "External metrics with a current value.",
                gauge -> gauge.call(lookup.all().size()));
        Info.builder()
                .name("sluice_adapter_build_info")
                .help("The adapter's version.")
                .labelNames("version")
                .register(registry)
                .addLabelValues(version);
    }

    private Counter counter(String name, String help, String... labels) {
        return Counter.builder()
                .name(name)
                .help(help)
                .labelNames(labels)
                .withoutExemplars()
                .register(registry);
    }

    private Gauge gauge(String name, String help, String... labels) {
        return Gauge.builder()
                .name(name)
                .help(help)
                .labelNames(labels)
                .withoutExemplars()
                .register(registry);
    }

    private void callback(String name, String help, Consumer<GaugeWithCallback.Callback> callback, String... labels) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames(labels)
                .callback(callback)
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

    /** Records the certificate of new connections. */
    public void certificateServed(ServerCertificate served) {
        certificate = Optional.of(served);
    }

    public void certificateFailed() {
        certificateFailures.inc();
    }

    /** Answers with all current metrics in the format that an Accept header prefers. */
    public ApiAnswer encode(String accept) {
        ExpositionFormatWriter writer = formats.findWriter(accept);
        var out = new ByteArrayOutputStream();
        try {
            writer.write(out, registry.scrape());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ApiAnswer.uncached(OK, writer.getContentType(), out.toString(StandardCharsets.UTF_8));
    }
}
