package dev.sluice.exporter.sink.otlp;

import dev.sluice.common.tls.ClientTls;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The settings of a push to an OTLP receiver.
 *
 * @param server receiver
 * @param interval time between the starts of two pushes
 * @param timeout deadline of one request
 * @param gzip compresses requests
 * @param maxPoints maximum data points in one request
 * @param headers additional headers of each request
 * @param resource resource attributes of all metrics
 * @param signing request signing; empty for none
 */
public record OtlpSettings(
        Server server,
        Duration interval,
        Duration timeout,
        boolean gzip,
        int maxPoints,
        List<Header> headers,
        Map<String, String> resource,
        Optional<Signing> signing) {

    public OtlpSettings {
        headers = List.copyOf(headers);
        resource = Map.copyOf(resource);
    }

    /**
     * The receiver.
     *
     * @param tls uses TLS
     * @param host name or address, without brackets
     * @param port TCP port
     * @param path base path without a trailing slash
     * @param files TLS files; read again before each push
     */
    public record Server(boolean tls, String host, int port, String path, ClientTls files) {

        /** Returns the receiver's URL with a path appended. */
        String url(String behind) {
            String name = host.contains(":") ? "[" + host + "]" : host;
            return (tls ? "https://" : "http://") + name + ":" + port + path + behind;
        }
    }

    /**
     * A request header.
     *
     * @param name header name
     * @param value supplier of the value, called before each request; throws {@link java.io.UncheckedIOException} if
     * the value is unavailable
     */
    public record Header(String name, Supplier<String> value) {}

    /**
     * AWS Signature Version 4.
     *
     * @param region such as {@code eu-west-1}
     * @param service service name in the signature
     */
    public record Signing(String region, String service) {}
}
