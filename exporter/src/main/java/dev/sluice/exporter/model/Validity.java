package dev.sluice.exporter.model;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The validity period of a token or a certificate.
 *
 * @param expires end of the validity period
 * @param lifetime length of the validity period; empty if its start is unknown
 */
public record Validity(Instant expires, Optional<Duration> lifetime) {}
