package dev.sluice.exporter.config.sink;

import dev.sluice.exporter.config.schema.type.BadValue;
import dev.sluice.exporter.config.schema.type.Place;
import dev.sluice.exporter.config.schema.type.TextType;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/**
 * The address of an OTLP receiver.
 *
 * @param tls true for https
 * @param host name or address, without brackets
 * @param port TCP port
 * @param path base path without a trailing slash; {@code /v1/metrics} is appended
 */
public record OtlpEndpoint(boolean tls, String host, int port, String path) {

    private static final String SHAPES = "http://host:port[/base] or https://host:port[/base]";

    /** The URL in the file. Messages never quote an invalid URL, because the URL may contain a password. */
    static final class Type implements TextType<OtlpEndpoint> {

        @Override
        public String description() {
            return "URL: " + SHAPES;
        }

        @Override
        public OtlpEndpoint parse(String text, Place place) throws BadValue {
            return OtlpEndpoint.parse(text);
        }
    }

    private static OtlpEndpoint parse(String text) throws BadValue {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) {
            throw new BadValue("expected " + SHAPES);
        }
        String scheme = Optional.ofNullable(uri.getScheme()).orElse("");
        boolean tls = scheme.equalsIgnoreCase("https");
        if (uri.getRawUserInfo() != null) {
            throw new BadValue("must not contain credentials; use a header");
        }
        if (uri.getHost() == null || !(tls || scheme.equalsIgnoreCase("http"))) {
            throw new BadValue("expected " + SHAPES);
        }
        if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
            throw new BadValue("must not contain a query or a fragment (from ? or # on)");
        }
        int port = uri.getPort() == -1 ? defaultPort(tls) : uri.getPort();
        if (port < 1 || port > 65535) {
            throw new BadValue("expected a port from 1 to 65535 in the URL");
        }
        String path = uri.getRawPath().replaceAll("/+$", "");
        if (path.endsWith("/v1/metrics")) {
            throw new BadValue("expected the base URL without /v1/metrics, which is appended");
        }
        return new OtlpEndpoint(tls, uri.getHost().replaceAll("[\\[\\]]", ""), port, path);
    }

    private static int defaultPort(boolean tls) {
        return tls ? 443 : 80;
    }

    @Override
    public String toString() {
        return (tls ? "https://" : "http://") + (host.contains(":") ? "[" + host + "]" : host) + ":" + port + path;
    }
}
