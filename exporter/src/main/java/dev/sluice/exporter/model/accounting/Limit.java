package dev.sluice.exporter.model.accounting;

/**
 * A configured limit.
 *
 * @param tres limited resource, such as {@code gres/gpu}; empty for a limit on jobs
 * @param most maximum amount; in bytes for memory
 */
public record Limit(LimitKind kind, String tres, double most) {}
