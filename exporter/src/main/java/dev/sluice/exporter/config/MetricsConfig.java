package dev.sluice.exporter.config;

/**
 * How many series the families with an open-ended label may have.
 *
 * @param topUsers users that are named, by use; the others are folded into {@code other}
 * @param topAccounts accounts that are named, by use; the others are folded into {@code other}
 */
public record MetricsConfig(int topUsers, int topAccounts) {

    /** What holds unless the file says otherwise. */
    public static final MetricsConfig DEFAULTS = new MetricsConfig(50, 50);
}
