package dev.sluice.exporter.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What is pushed by OTLP, and where to.
 *
 * @param enabled whether anything is
 * @param endpoint the receiver; present where it is enabled
 * @param protocol how requests are wrapped
 * @param interval from one push to the next
 * @param timeout for one request
 * @param compression of requests
 * @param maxPoints data points in one request, at most
 * @param headers further headers of every request
 * @param resource further attributes of the resource
 * @param tls how TLS is checked
 * @param sigv4 how requests are signed
 * @param traces whether each poll is pushed as a span
 */
public record OtlpConfig(
        boolean enabled,
        Optional<OtlpEndpoint> endpoint,
        Protocol protocol,
        Duration interval,
        Duration timeout,
        Compression compression,
        int maxPoints,
        List<Header> headers,
        List<Attribute> resource,
        TlsConfig tls,
        Signing sigv4,
        boolean traces) {

    /** What holds unless the file says otherwise. */
    public static final OtlpConfig DEFAULTS = new OtlpConfig(
            false,
            Optional.empty(),
            Protocol.HTTP,
            Duration.ofMinutes(1),
            Duration.ofSeconds(10),
            Compression.GZIP,
            1000,
            List.of(),
            List.of(),
            TlsConfig.DEFAULTS,
            new Signing(false, Optional.empty(), "monitoring"),
            false);

    public OtlpConfig {
        headers = List.copyOf(headers);
        resource = List.copyOf(resource);
    }

    /** How requests are wrapped. */
    public enum Protocol {
        HTTP,
        GRPC
    }

    /** How requests are compressed. */
    public enum Compression {
        GZIP,
        NONE
    }

    /**
     * A header, with one of the three.
     *
     * @param name its name
     * @param value its value, where that is no secret
     * @param valueFile the file that holds its value
     * @param valueEnv the environment variable that holds its value
     */
    public record Header(String name, Optional<String> value, Optional<Path> valueFile, Optional<String> valueEnv) {}

    /**
     * An attribute of the resource.
     *
     * @param name its name
     * @param value its value
     */
    public record Attribute(String name, String value) {}

    /**
     * AWS Signature Version 4.
     *
     * @param enabled whether requests are signed
     * @param region the region of the endpoint; present where they are
     * @param service the service's name in the signature
     */
    public record Signing(boolean enabled, Optional<String> region, String service) {}
}
