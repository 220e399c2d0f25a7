package dev.sluice.exporter.sink.otlp;

import dev.sluice.common.net.RemoteServer;
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
        RemoteServer server,
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
