package dev.sluice.exporter.config;

import java.util.List;
import java.util.Optional;

/**
 * How slurmrestd of one cluster is reached.
 *
 * @param url where it listens
 * @param user the Slurm user; empty where it is taken from the token
 * @param token where the token comes from
 * @param apiVersion the version to speak; nothing to take the newest that the server offers
 * @param maxRecords how many records one answer may have
 * @param tls only used where the URL is https
 */
public record SlurmConfig(
        SlurmUrl url, String user, TokenSource token, Optional<String> apiVersion, int maxRecords, TlsConfig tls) {

    /** More jobs than slurmctld keeps anywhere, by far. */
    public static final int DEFAULT_MAX_RECORDS = 1_000_000;

    /** The versions that can be pinned, oldest first. */
    public static final List<String> API_VERSIONS =
            List.of("v0.0.40", "v0.0.41", "v0.0.42", "v0.0.43", "v0.0.44", "v0.0.45", "v0.0.46");
}
