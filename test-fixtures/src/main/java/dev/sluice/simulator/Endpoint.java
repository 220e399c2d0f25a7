package dev.sluice.simulator;

import java.util.Optional;
import java.util.stream.Stream;

/** Paths under {@code /slurm/<version>/}, with what slurmrestd says when slurmctld does not serve it. */
enum Endpoint {
    PING("ping", "", ""),
    DIAG("diag", "slurm_get_statistics() failed to get slurmctld statistics", "op_handler_diag"),
    NODES("nodes", "Failure to query nodes", "_dump_nodes"),
    PARTITIONS("partitions", "", ""),
    JOBS("jobs", "Unable to query jobs", "slurm_load_jobs()"),
    LICENSES("licenses", "slurm_load_licenses() was unable to load licenses", "op_handler_licenses"),
    RESERVATIONS("reservations", "Unable to query reservations", "slurm_load_reservations()"),
    SHARES("shares", "slurm_associations_get_shares() failed: GET", "_dump_shares");

    private final String segment;
    private final String failure;
    private final String source;

    Endpoint(String segment, String failure, String source) {
        this.segment = segment;
        this.failure = failure;
        this.source = source;
    }

    static Optional<Endpoint> of(String segment) {
        return Stream.of(values()).filter(e -> e.segment.equals(segment)).findFirst();
    }

    /** The path as {@code /openapi/v3} lists it. */
    String path(ApiVersion version) {
        return "/slurm/" + version.path() + "/" + segment + (this == SHARES ? "" : "/");
    }

    /** Description of the error entry, empty where slurmrestd sends none. */
    String failure() {
        return failure;
    }

    String source() {
        return source;
    }

    /** Whether {@code update_time} makes it answer 304 when nothing has changed. */
    boolean answersNotModified() {
        return this == NODES || this == PARTITIONS || this == RESERVATIONS;
    }
}
