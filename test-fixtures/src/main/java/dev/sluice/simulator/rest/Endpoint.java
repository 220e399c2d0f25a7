package dev.sluice.simulator.rest;

import dev.sluice.simulator.rest.json.ApiVersion;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The paths under {@code /slurm/<version>/} and {@code /slurmdb/<version>/}. Each path defines the error that
 * slurmrestd sends if slurmctld does not serve the path.
 */
enum Endpoint {
    PING("ping", "", ""),
    DIAG("diag", "slurm_get_statistics() failed to get slurmctld statistics", "op_handler_diag"),
    NODES("nodes", "Failure to query nodes", "_dump_nodes"),
    PARTITIONS("partitions", "", ""),
    JOBS("jobs", "Unable to query jobs", "slurm_load_jobs()"),
    LICENSES("licenses", "slurm_load_licenses() was unable to load licenses", "op_handler_licenses"),
    RESERVATIONS("reservations", "Unable to query reservations", "slurm_load_reservations()"),
    SHARES("shares", "slurm_associations_get_shares() failed: GET", "_dump_shares"),
    CONF("conf", "", ""),
    QOS("qos"),
    ASSOCIATIONS("associations"),
    DATABASE_DIAG("diag");

    private final String plugin;
    private final String segment;
    private final String failure;
    private final String source;

    /** Creates a path of slurmdbd. Without slurmdbd, all of these paths have the same response. */
    Endpoint(String segment) {
        this("slurmdb", segment, "Failed to open slurmdbd connection", "openapi_get_db_conn");
    }

    Endpoint(String segment, String failure, String source) {
        this("slurm", segment, failure, source);
    }

    Endpoint(String plugin, String segment, String failure, String source) {
        this.plugin = plugin;
        this.segment = segment;
        this.failure = failure;
        this.source = source;
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

    String plugin() {
        return plugin;
    }

    String segment() {
        return segment;
    }

    /** Returns the description of the error entry; empty if slurmrestd sends no error entry. */
    String failure() {
        return failure;
    }

    String source() {
        return source;
    }

    /** Returns true if a request with {@code update_time} gets 304 for unchanged data. */
    boolean answersNotModified() {
        return this == NODES || this == PARTITIONS || this == RESERVATIONS;
    }
}
