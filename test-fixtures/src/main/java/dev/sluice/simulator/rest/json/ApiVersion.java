package dev.sluice.simulator.rest.json;

import java.util.Optional;
import java.util.stream.Stream;

/** The versions of the REST API (data parsers) that a slurmrestd of Slurm 26.05 serves. */
public enum ApiVersion {
    V42("v0.0.42"),
    V43("v0.0.43"),
    V44("v0.0.44"),
    V45("v0.0.45");

    private final String path;

    ApiVersion(String path) {
        this.path = path;
    }

    /** The version as it stands in paths. */
    public String path() {
        return path;
    }

    public boolean atLeast(ApiVersion other) {
        return compareTo(other) >= 0;
    }

    public static Optional<ApiVersion> of(String path) {
        return Stream.of(values()).filter(v -> v.path.equals(path)).findFirst();
    }
}
