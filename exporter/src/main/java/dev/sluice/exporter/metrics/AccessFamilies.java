package dev.sluice.exporter.metrics;

import static dev.sluice.exporter.metrics.MetricType.COUNTER;
import static dev.sluice.exporter.metrics.MetricType.GAUGE;

import java.util.List;

/** The families of who is answered. */
public final class AccessFamilies {

    public static final MetricFamily REFUSED = new MetricFamily(
            "sluice_http_refused_requests_total",
            COUNTER,
            "",
            List.of("server", "cause"),
            "Requests that were refused because of who asked, by server and cause.");
    public static final MetricFamily CERTIFICATE_EXPIRY = new MetricFamily(
            "sluice_certificate_expiry_timestamp_seconds",
            GAUGE,
            "seconds",
            List.of("server"),
            "When the certificate that a server shows expires, seconds since the epoch.");
    public static final MetricFamily FILE_FAILURES = new MetricFamily(
            "sluice_access_file_failures_total",
            COUNTER,
            "",
            List.of("server"),
            "How often changed files of a certificate, a token or a password could not be used, so that those before"
                    + " them stayed.");

    static final MetricCatalog.Section SECTION = new MetricCatalog.Section(
            "Access",
            "sluice",
            "Only with `tls` or `auth` below `prometheus` or `api`, which is what `server` says.",
            List.of(REFUSED, CERTIFICATE_EXPIRY, FILE_FAILURES));

    private AccessFamilies() {}
}
