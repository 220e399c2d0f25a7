package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionType;

/** Limits on series with open-ended labels, and names in labels. */
@Section("Limits on series with open-ended labels, and names in labels.")
public record MetricsConfig(
        @Key(
                meaning = "The maximum number of users with their own series, those with the most use first. All"
                        + " others share the value `other`. 0 puts all users into `other`.",
                byDefault = "50",
                range = "0 to 10000")
        int topUsers,

        @Key(
                meaning = "The same for accounts. Also the maximum number of accounts with limits, those nearest"
                        + " to a limit first, and of pairs of account and GPU type with a histogram of waits (20"
                        + " series each, in the order of their first job).",
                byDefault = "50",
                range = "0 to 10000")
        int topAccounts,

        @Key(
                meaning = "The maximum number of pairs of partition and QOS with histograms of waits and runs (40"
                        + " series each, in the order of their first job). The others of a partition share qos"
                        + " `other`. Also the maximum number of QOS with limits, those nearest to a limit first.",
                byDefault = "100",
                range = "0 to 10000")
        int queues,

        @Key(
                meaning = "The maximum number of nodes with series of CPUs, memory and GPUs (6 each, and 3 per"
                        + " GPU type); nodes with the most GPUs come first.",
                byDefault = "1000",
                range = "0 to 100000")
        int nodes,

        @Key(
                meaning = "The form of user names: `show`, `hash` for the beginning of their SHA-256, or `drop`"
                        + " for no series per user. A hash hides names at a glance, but anybody can test names"
                        + " against it.",
                byDefault = "show")
        Names userNames,

        @Key(meaning = "The same for accounts.", byDefault = "show")
        Names accountNames,

        @Key(meaning = "Series per job.") Jobs jobs) {

    public static final MetricsConfig DEFAULTS =
            SectionType.of(MetricsConfig.class).defaults();

    /** Creates the defaults with other numbers of users and accounts. */
    public MetricsConfig(int topUsers, int topAccounts) {
        this(
                topUsers,
                topAccounts,
                DEFAULTS.queues(),
                DEFAULTS.nodes(),
                DEFAULTS.userNames(),
                DEFAULTS.accountNames(),
                DEFAULTS.jobs());
    }

    /** The form of names of people or groups. */
    public enum Names {
        SHOW,
        HASH,
        DROP
    }

    /** Series of each running job. */
    @Section("Series per job, which join the metrics of nodes and GPUs from other exporters with a"
            + " job and its user.")
    public record Jobs(
            @Key(
                    meaning = "Publishes `slurm_job_info` for each running job and `slurm_job_node` for each of its"
                            + " nodes.",
                    byDefault = "false")
            boolean enabled,

            @Key(
                    meaning = "The maximum number of these series. Jobs with the most GPUs come first; a job has all"
                            + " of its series or none.",
                    byDefault = "1000",
                    range = "0 to 1000000")
            int budget) {}
}
