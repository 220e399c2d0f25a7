package dev.sluice.exporter.metrics.process;

import dev.sluice.exporter.metrics.family.Scope;
import dev.sluice.exporter.metrics.family.Section;
import dev.sluice.exporter.model.Validity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The metrics of refused requests and server certificates.
 *
 * @param servers Sluice's servers with TLS or authentication
 */
public record AccessMetrics(List<Server> servers) {

    private static final Scope<AccessMetrics, Server> SERVER = Scope.<AccessMetrics>of("process")
            .each("server with `tls`, `auth` or `proxy`", AccessMetrics::servers)
            .by("server", Server::name);

    public static final Section<AccessMetrics> SECTION = Section.of(
            "Access",
            "sluice",
            "Only with `tls`, `auth` or `proxy` in the section `prometheus` or `api`; `server` is the section.",
            SERVER.eachPart("cause", server -> new TreeMap<>(server.refused).entrySet())
                    .by("cause", Map.Entry::getKey)
                    .counter("sluice_http_refused_requests_total")
                    .help("Refused requests, by server and cause.")
                    .value(Map.Entry::getValue),
            SERVER.seconds("sluice_certificate_expiry_timestamp_seconds")
                    .help("Expiry of the server's certificate, seconds since the epoch.")
                    .optional(server -> server.certificate.stream()
                            .mapToDouble(shown -> shown.expires().getEpochSecond())),
            SERVER.seconds("sluice_certificate_lifetime_seconds")
                    .help("Total validity of the server's certificate.")
                    .optional(server -> server.certificate.flatMap(Validity::lifetime).stream()
                            .mapToDouble(Duration::toSeconds)),
            SERVER.counter("sluice_access_file_failures_total")
                    .help("Changes of certificate, token or password files that could not be loaded, so that the "
                            + "previous content stays in use.")
                    .value(Server::fileFailures));

    /**
     * One server.
     *
     * @param name name of the server's section in the configuration
     * @param refused number of refused requests by cause, including causes with 0 refused requests
     * @param certificate validity of the server's certificate; empty if the server has no certificate
     * @param fileFailures number of changed files that could not be loaded
     */
    public record Server(String name, Map<String, Long> refused, Optional<Validity> certificate, long fileFailures) {}
}
