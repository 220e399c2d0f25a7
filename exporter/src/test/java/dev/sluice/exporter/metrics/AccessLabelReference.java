package dev.sluice.exporter.metrics;

import dev.sluice.exporter.access.Refusal;

/** Renders the label values of the access metrics. */
final class AccessLabelReference {

    private AccessLabelReference() {}

    static String render() {
        StringBuilder out = new StringBuilder("""
                ### Refused requests

                `cause` of `sluice_http_refused_requests_total`:

                """);
        for (Refusal refusal : Refusal.values()) {
            out.append("- `")
                    .append(refusal.label())
                    .append("`: ")
                    .append(what(refusal))
                    .append(" (")
                    .append(refusal.status())
                    .append(")\n");
        }
        return out.append('\n').toString();
    }

    private static String what(Refusal refusal) {
        return switch (refusal) {
            case NO_CREDENTIALS -> "no token and no password";
            case WRONG_CREDENTIALS -> "wrong token or password";
            case NO_CERTIFICATE -> "no client certificate";
            case UNREADABLE_IDENTITY -> "unreadable headers of the trusted proxy";
        };
    }
}
