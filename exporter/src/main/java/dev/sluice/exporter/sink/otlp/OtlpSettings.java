package dev.sluice.exporter.sink.otlp;

import dev.sluice.common.tls.ClientTls;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Where to push to, and how.
 *
 * @param server the receiver
 * @param interval from one push to the next
 * @param timeout for one request
 * @param gzip whether requests are compressed
 * @param maxPoints data points in one request, at most
 * @param headers what every request carries beside its own headers
 * @param resource attributes of the resource that all metrics belong to
 * @param signing how requests are signed; empty where they are not
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
     * @param tls whether to speak TLS
     * @param host name or address, without brackets
     * @param port its port
     * @param path base path without a slash at the end
     * @param files how TLS is checked; the files are read again before every push
     */
    public record Server(boolean tls, String host, int port, String path, ClientTls files) {

        /** The receiver with a path of its own behind it. */
        String url(String behind) {
            String name = host.contains(":") ? "[" + host + "]" : host;
            return (tls ? "https://" : "http://") + name + ":" + port + path + behind;
        }
    }

    /**
     * A header.
     *
     * @param name its name
     * @param value its value, asked for before every request; throws {@link java.io.UncheckedIOException} where it
     *     cannot be had
     */
    public record Header(String name, Supplier<String> value) {}

    /**
     * AWS Signature Version 4.
     *
     * @param region such as {@code eu-west-1}
     * @param service the service's name in the signature
     */
    public record Signing(String region, String service) {}
}
