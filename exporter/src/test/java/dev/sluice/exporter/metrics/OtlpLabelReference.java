package dev.sluice.exporter.metrics;

import dev.sluice.exporter.metrics.process.OtlpMetrics.Fate;
import dev.sluice.exporter.metrics.process.OtlpMetrics.Outcome;

/** Renders the label values of what is pushed by OTLP. */
final class OtlpLabelReference {

    private OtlpLabelReference() {}

    static String render() {
        StringBuilder out = new StringBuilder("""
                ### What became of an OTLP push

                `outcome` of `sluice_otlp_requests_total`. All are always served; `signal` is `metrics`.

                | `outcome` | the request | goes on with the next |
                |---|---|---|
                """);
        for (Outcome outcome : Outcome.values()) {
            out.append("| `").append(outcome.label()).append("` | ");
            out.append(what(outcome)).append(" |\n");
        }
        out.append("\n`fate` of `sluice_otlp_points_total`.\n\n| `fate` | the point |\n|---|---|\n");
        for (Fate fate : Fate.values()) {
            out.append("| `").append(fate.label()).append("` | ");
            out.append(what(fate)).append(" |\n");
        }
        return out.append('\n').toString();
    }

    private static String what(Outcome outcome) {
        return switch (outcome) {
            case OK -> "was accepted | yes";
            case PARTIAL -> "was accepted, but for some of its points | yes";
            case REFUSED -> "was refused as wrong (400 and its like); it is not sent again | yes";
            case UNAUTHORIZED -> "was refused with 401 or 403, or there was nothing to sign it with | no";
            case THROTTLED -> "was refused with 429; it is sent up to three times, as late as `Retry-After` says | no";
            case UNAVAILABLE ->
                "was answered with a status of 500 or more; after 502, 503 and 504 it is sent up to three"
                        + " times | no";
            case UNREACHABLE -> "found no connection, or it broke | no";
            case TIMEOUT -> "had no answer in time | no";
        };
    }

    private static String what(Fate fate) {
        return switch (fate) {
            case ACCEPTED -> "was accepted";
            case REJECTED -> "was refused by the receiver, alone or with its request";
            case LOST -> "never came to be judged; its number is in the next push again";
        };
    }
}
