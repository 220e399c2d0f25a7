package dev.sluice.exporter.metrics;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Whom the servers refused up to now, and until when their certificates are valid.
 *
 * @param servers those that are protected
 */
public record AccessMetrics(List<Server> servers) implements MetricBatch {

    public AccessMetrics {
        servers = List.copyOf(servers);
    }

    /**
     * One server.
     *
     * @param name the section of the configuration
     * @param refused requests by the cause of their refusal, with 0 for what has not happened
     * @param certificateExpires when its certificate expires, where it has one
     * @param fileFailures how often changed files could not be used
     */
    public record Server(
            String name, Map<String, Long> refused, Optional<Instant> certificateExpires, long fileFailures) {

        public Server {
            refused = Map.copyOf(refused);
        }
    }

    @Override
    public void forEach(MetricVisitor visitor) {
        for (Server server : servers) {
            new TreeMap<>(server.refused())
                    .forEach((cause, count) -> visitor.sample(AccessFamilies.REFUSED, count, server.name(), cause));
        }
        for (Server server : servers) {
            server.certificateExpires()
                    .ifPresent(at ->
                            visitor.sample(AccessFamilies.CERTIFICATE_EXPIRY, at.getEpochSecond(), server.name()));
        }
        for (Server server : servers) {
            visitor.sample(AccessFamilies.FILE_FAILURES, server.fileFailures(), server.name());
        }
    }
}
