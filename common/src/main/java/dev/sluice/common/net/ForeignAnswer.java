package dev.sluice.common.net;

import java.util.Optional;

/** Recognizes an HTTP response that a proxy, a gateway or a login page sends in place of the server. */
public final class ForeignAnswer {

    private static final int NOT_MODIFIED = 304;
    private static final int BAD_GATEWAY = 502;
    private static final int GATEWAY_TIMEOUT = 504;
    private static final int MAX_LOCATION = 200;

    private ForeignAnswer() {}

    /**
     * Returns one readable line, or empty if the response can be from the server itself.
     *
     * @param location {@code Location} header; empty if the header is missing
     * @param server name of the server that should have answered
     */
    public static Optional<String> of(int status, String location, String server) {
        if (status / 100 == 3 && status != NOT_MODIFIED) {
            String target = location.isEmpty() ? "" : " to " + shown(location);
            return Optional.of(
                    "HTTP " + status + " redirects" + target + ": a proxy or login page answers, not " + server);
        }
        return status >= BAD_GATEWAY && status <= GATEWAY_TIMEOUT
                ? Optional.of("HTTP " + status + ": a gateway answers, not " + server)
                : Optional.empty();
    }

    /** Returns a location without user, query and fragment, because these parts can contain secrets. */
    private static String shown(String location) {
        String address = location.replaceFirst("[?#].*", "")
                .replaceFirst("^([a-zA-Z][a-zA-Z0-9+.-]*:)?//[^/]*@", "$1//")
                .replaceAll("[^!-~]", "?");
        return address.length() <= MAX_LOCATION ? address : address.substring(0, MAX_LOCATION) + "…";
    }
}
