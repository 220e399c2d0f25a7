package dev.sluice.exporter.metrics;

import dev.sluice.exporter.metrics.process.OtlpMetrics.Fate;
import dev.sluice.exporter.metrics.process.OtlpMetrics.Outcome;

/** Renders the label values of the OTLP metrics. */
final class OtlpLabelReference {

    private OtlpLabelReference() {}

    static String render() {
        StringBuilder out = new StringBuilder("""
                ### Outcome of an OTLP push

                `outcome` of `sluice_otlp_requests_total`; `signal` is `metrics`:

                """);
        for (Outcome outcome : Outcome.values()) {
            out.append("- `").append(outcome.label()).append("`: ");
            out.append(what(outcome)).append('\n');
        }
        out.append("\n`fate` of `sluice_otlp_points_total`:\n\n");
        for (Fate fate : Fate.values()) {
            out.append("- `").append(fate.label()).append("`: ");
            out.append(what(fate)).append('\n');
        }
        return out.append('\n').toString();
    }

    private static String what(Outcome outcome) {
        return switch (outcome) {
            case OK -> "accepted";
            case PARTIAL -> "accepted except for some points";
            case REFUSED -> "refused as invalid (400 and similar)";
            case UNAUTHORIZED -> "refused with 401 or 403, or no credentials for signing";
            case THROTTLED -> "refused with 429";
            case UNAVAILABLE -> "status 500 or more";
            case UNREACHABLE -> "no connection";
            case TIMEOUT -> "no response in time";
        };
    }

    private static String what(Fate fate) {
        return switch (fate) {
            case ACCEPTED -> "accepted";
            case REJECTED -> "refused by the receiver, alone or with its request";
            case LOST -> "not processed; the next push has the current value";
        };
    }
}
