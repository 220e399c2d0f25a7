package dev.sluice.exporter.config;

/**
 * How many series the families with an open-ended label may have, and which names they may show.
 *
 * @param topUsers users that are named, by use; the others are folded into {@code other}
 * @param topAccounts accounts that are named, by use; the others are folded into {@code other}
 * @param queues pairs of partition and QOS that have histograms of their own
 * @param userNames what becomes of user names
 * @param accountNames what becomes of account names
 * @param jobs the series of each job
 */
public record MetricsConfig(int topUsers, int topAccounts, int queues, Names userNames, Names accountNames, Jobs jobs) {

    /** What holds unless the file says otherwise. */
    public static final MetricsConfig DEFAULTS =
            new MetricsConfig(50, 50, 100, Names.SHOW, Names.SHOW, new Jobs(false, 1000));

    /** The defaults, but for the numbers of users and accounts. */
    public MetricsConfig(int topUsers, int topAccounts) {
        this(topUsers, topAccounts, DEFAULTS.queues(), DEFAULTS.userNames(), DEFAULTS.accountNames(), DEFAULTS.jobs());
    }

    /** What becomes of the names of people or groups. */
    public enum Names {
        SHOW,
        HASH,
        DROP
    }

    /**
     * Series of each running job.
     *
     * @param enabled whether there are any
     * @param budget how many series they may have in all
     */
    public record Jobs(boolean enabled, int budget) {}
}
