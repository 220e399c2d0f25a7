package dev.sluice.exporter.config.network;

import dev.sluice.exporter.config.schema.BadValue;
import dev.sluice.exporter.config.schema.Quotes;
import dev.sluice.exporter.config.schema.Suggestions;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;

/**
 * The base URL of a server to which the exporter sends requests.
 *
 * @param tls true for https
 * @param host name or address, without brackets
 * @param port TCP port
 * @param path base path without a trailing slash; the path of a request is appended
 */
public record HttpUrl(boolean tls, String host, int port, String path) {

    private static final String SHAPES = "http://host:port[/base] or https://host:port[/base]";

    private static final List<String> SCHEMES = List.of("https", "http", "unix");

    /** Describes valid URLs, for messages. */
    public static final String DESCRIPTION = "URL: " + SHAPES;

    /**
     * Parses a URL. Messages never quote an invalid URL, because the URL may contain a password.
     *
     * @param appended path that is appended to the base URL
     * @param credentials key for credentials, which the URL must not contain
     */
    public static HttpUrl parse(String text, String appended, String credentials) throws BadValue {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) {
            throw unexpected(text, SHAPES);
        }
        String scheme = Optional.ofNullable(uri.getScheme()).orElse("");
        boolean tls = scheme.equalsIgnoreCase("https");
        if (uri.getRawUserInfo() != null) {
            throw new BadValue("must not contain credentials; use " + credentials);
        }
        if (uri.getHost() == null || !(tls || scheme.equalsIgnoreCase("http"))) {
            throw unexpected(text, SHAPES);
        }
        if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
            throw new BadValue("must not contain a query or a fragment (from ? or # on)");
        }
        int defaultPort = tls ? 443 : 80;
        int port = uri.getPort() == -1 ? defaultPort : uri.getPort();
        if (port < 1 || port > 65535) {
            throw new BadValue("expected a port from 1 to 65535 in the URL");
        }
        String path = uri.getRawPath().replaceAll("/+$", "");
        if (path.endsWith(appended)) {
            throw new BadValue("expected the base URL without " + appended + ", which is appended");
        }
        return new HttpUrl(tls, uri.getHost().replaceAll("[\\[\\]]", ""), port, path);
    }

    /**
     * Returns the message for a text that is no URL. Quotes only the scheme, because the rest may contain a password.
     *
     * @param shapes valid URLs
     */
    public static BadValue unexpected(String text, String shapes) {
        String expected = "expected " + shapes;
        if (text.contains("$")) {
            return new BadValue(expected + "; environment variables are not expanded here");
        }
        if (text.chars().anyMatch(Character::isWhitespace)) {
            return new BadValue(expected + ", without blanks");
        }
        int end = text.indexOf("://");
        if (end < 0) {
            return new BadValue(expected + ", with the scheme");
        }
        String scheme = text.substring(0, end);
        return SCHEMES.contains(scheme)
                ? new BadValue(expected)
                : new BadValue(expected + ", got the scheme " + Quotes.quote(scheme)
                        + Suggestions.nearest(scheme, SCHEMES)
                                .map(nearest -> "; did you mean " + nearest + "?")
                                .orElse(""));
    }

    @Override
    public String toString() {
        return (tls ? "https://" : "http://") + (host.contains(":") ? "[" + host + "]" : host) + ":" + port + path;
    }
}
