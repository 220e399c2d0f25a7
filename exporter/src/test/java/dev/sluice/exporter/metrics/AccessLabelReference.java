package dev.sluice.exporter.metrics;

import dev.sluice.exporter.access.Refusal;

/** Renders the label values of who is answered. */
final class AccessLabelReference {

    private AccessLabelReference() {}

    static String render() {
        StringBuilder out = new StringBuilder("""
                ### Refused requests

                `cause` of `sluice_http_refused_requests_total`; `server` is `prometheus` or `api`, the section of the
                configuration. What a server does not ask for is not served.

                | `cause` | the request | status |
                |---|---|---|
                """);
        for (Refusal refusal : Refusal.values()) {
            out.append("| `")
                    .append(refusal.label())
                    .append("` | ")
                    .append(what(refusal))
                    .append(" | ")
                    .append(refusal.status())
                    .append(" |\n");
        }
        return out.append('\n').toString();
    }

    private static String what(Refusal refusal) {
        return switch (refusal) {
            case NO_CREDENTIALS -> "had neither token nor password";
            case WRONG_CREDENTIALS -> "had a token or a password that is not accepted";
            case NO_CERTIFICATE -> "came over a connection without a client certificate";
        };
    }
}
