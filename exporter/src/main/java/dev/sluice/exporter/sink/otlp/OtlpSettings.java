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
 * @param gzip true to compress requests
 * @param maxPoints maximum number of data points in one request
 * @param headers additional headers of each request
 * @param resource resource attributes of all metrics
 * @param signing settings for signing requests; empty if requests are not signed
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
     * @param tls true to use TLS
     * @param host name or address, without brackets
     * @param port TCP port
     * @param path base path without a trailing slash
     * @param files TLS files, which are read again before each push
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
     * @param value supplier of the value, called before each request; the supplier throws
     *     {@link java.io.UncheckedIOException} if the value is unavailable
     */
    public record Header(String name, Supplier<String> value) {}

    /**
     * AWS Signature Version 4.
     *
     * @param region AWS region, such as {@code eu-west-1}
     * @param service service name in the signature
     */
    public record Signing(String region, String service) {}
}
