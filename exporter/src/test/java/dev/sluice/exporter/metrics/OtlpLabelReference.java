package dev.sluice.exporter.metrics;

import dev.sluice.exporter.metrics.process.OtlpMetrics.Fate;
import dev.sluice.exporter.metrics.process.OtlpMetrics.Outcome;

/** Renders the label values of what is pushed by OTLP. */
final class OtlpLabelReference {

    private OtlpLabelReference() {}

    static String render() {
        StringBuilder out = new StringBuilder("""
                ### What became of an OTLP push

                `outcome` of `sluice_otlp_requests_total`; `signal` is `metrics`. The request:

                """);
        for (Outcome outcome : Outcome.values()) {
            out.append("- `").append(outcome.label()).append("`: ");
            out.append(what(outcome)).append('\n');
        }
        out.append("\n`fate` of `sluice_otlp_points_total`. The point:\n\n");
        for (Fate fate : Fate.values()) {
            out.append("- `").append(fate.label()).append("`: ");
            out.append(what(fate)).append('\n');
        }
        return out.append('\n').toString();
    }

    private static String what(Outcome outcome) {
        return switch (outcome) {
            case OK -> "was accepted";
            case PARTIAL -> "was accepted except for some points";
            case REFUSED -> "was refused as invalid (400 and similar)";
            case UNAUTHORIZED -> "was refused with 401 or 403, or had no credentials for signing";
            case THROTTLED -> "was refused with 429";
            case UNAVAILABLE -> "failed with a status of 500 or more";
            case UNREACHABLE -> "had no connection";
            case TIMEOUT -> "had no response in time";
        };
    }

    private static String what(Fate fate) {
        return switch (fate) {
            case ACCEPTED -> "was accepted";
            case REJECTED -> "was refused by the receiver, alone or with its request";
            case LOST -> "was not processed; the next push has the current value";
        };
    }
}
