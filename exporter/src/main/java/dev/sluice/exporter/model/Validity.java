package dev.sluice.exporter.model;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Until when a token or a certificate is valid.
 *
 * @param expires its last moment
 * @param lifetime from its first moment to its last; empty where the first is not known
 */
public record Validity(Instant expires, Optional<Duration> lifetime) {}
