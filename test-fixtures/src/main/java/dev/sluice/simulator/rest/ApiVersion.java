package dev.sluice.simulator.rest;

import java.util.Optional;
import java.util.stream.Stream;

/** The REST API versions (data parsers) of slurmrestd 26.05. */
public enum ApiVersion {
    V42("v0.0.42"),
    V43("v0.0.43"),
    V44("v0.0.44"),
    V45("v0.0.45");

    private final String path;

    ApiVersion(String path) {
        this.path = path;
    }

    /** Returns the version as it appears in paths. */
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
