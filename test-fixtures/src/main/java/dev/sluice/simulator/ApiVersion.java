package dev.sluice.simulator;

import java.util.Optional;
import java.util.stream.Stream;

/** The versions of the REST API (data parsers) that a slurmrestd of Slurm 26.05 serves. */
enum ApiVersion {
    V42("v0.0.42"),
    V43("v0.0.43"),
    V44("v0.0.44"),
    V45("v0.0.45");

    private final String path;

    ApiVersion(String path) {
        this.path = path;
    }

    /** The version as it stands in paths. */
    String path() {
        return path;
    }

    boolean atLeast(ApiVersion other) {
        return compareTo(other) >= 0;
    }

    static Optional<ApiVersion> of(String path) {
        return Stream.of(values()).filter(v -> v.path.equals(path)).findFirst();
    }
}
