package dev.sluice.simulator.rest;

import java.util.Optional;
import java.util.stream.Stream;

/** The paths under {@code /slurm/<version>/} and {@code /slurmdb/<version>/}. */
enum Endpoint {
    PING("slurm", "ping"),
    DIAG("slurm", "diag"),
    NODES("slurm", "nodes"),
    PARTITIONS("slurm", "partitions"),
    JOBS("slurm", "jobs"),
    LICENSES("slurm", "licenses"),
    RESERVATIONS("slurm", "reservations"),
    SHARES("slurm", "shares"),
    CONF("slurm", "conf"),
    QOS("slurmdb", "qos"),
    ASSOCIATIONS("slurmdb", "associations"),
    DATABASE_DIAG("slurmdb", "diag");

    private final String plugin;
    private final String segment;

    Endpoint(String plugin, String segment) {
        this.plugin = plugin;
        this.segment = segment;
    }

    static Optional<Endpoint> of(String plugin, String segment) {
        return Stream.of(values())
                .filter(e -> e.plugin.equals(plugin) && e.segment.equals(segment))
                .findFirst();
    }

    boolean servedBy(ApiVersion version) {
        return this != CONF || version.atLeast(ApiVersion.V45);
    }

    /** Returns the path in {@code /openapi/v3}. */
    String path(ApiVersion version) {
        return "/" + plugin + "/" + version.path() + "/" + segment + (this == SHARES ? "" : "/");
    }

    /** Returns true if slurmdbd serves the path instead of slurmctld. */
    boolean ofDatabase() {
        return plugin.equals("slurmdb");
    }

    String segment() {
        return segment;
    }
}
