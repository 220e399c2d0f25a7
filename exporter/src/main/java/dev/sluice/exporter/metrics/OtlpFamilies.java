package dev.sluice.exporter.metrics;

import static dev.sluice.exporter.metrics.MetricType.COUNTER;
import static dev.sluice.exporter.metrics.MetricType.GAUGE;

import java.util.List;

/** The families of what is pushed by OTLP. */
public final class OtlpFamilies {

    public static final MetricFamily REQUESTS = new MetricFamily(
            "sluice_otlp_requests_total",
            COUNTER,
            "",
            List.of("signal", "outcome"),
            "Requests to the OTLP receiver by how they ended, repeated ones counted each time.");
    public static final MetricFamily POINTS = new MetricFamily(
            "sluice_otlp_points_total",
            COUNTER,
            "",
            List.of("fate"),
            "Data points by what became of them: accepted, rejected by the receiver, or lost on the way.");
    public static final MetricFamily LAST_SUCCESS = new MetricFamily(
            "sluice_otlp_last_success_timestamp_seconds",
            GAUGE,
            "seconds",
            List.of("signal"),
            "When a request was last accepted whole, seconds since the epoch; absent until then.");

    static final MetricCatalog.Section SECTION = new MetricCatalog.Section(
            "OTLP",
            "sluice",
            "Only with `otlp` in the configuration. What was pushed does not hold what became of the push itself: that"
                    + " comes with the next one.",
            List.of(REQUESTS, POINTS, LAST_SUCCESS));

    private OtlpFamilies() {}
}
