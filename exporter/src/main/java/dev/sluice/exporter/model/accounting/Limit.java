package dev.sluice.exporter.model.accounting;

/**
 * A limit that is set.
 *
 * @param kind which
 * @param tres the resource that it is on, such as {@code gres/gpu}; empty where it is on jobs
 * @param most how much is allowed; bytes for memory
 */
public record Limit(LimitKind kind, String tres, double most) {}
