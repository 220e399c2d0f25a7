package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionType;
import dev.sluice.exporter.config.schema.type.MemoryType;

/** How many series the families with an open-ended label may have, and which names they may show. */
@Section("How many series the families with an open-ended label may have, and which names they show.")
public record MetricsConfig(
        @Key(
                meaning = "How many users are named, those with the most use first; the others are folded into `other`."
                        + " 0 folds all of them.",
                byDefault = "50",
                range = "0 to 10000")
        int topUsers,

        @Key(
                meaning = "The same for accounts; it is also how many accounts show their limits, those nearest to one"
                        + " first, and how many pairs of account and GPU type have a histogram of waits, 20 series each,"
                        + " the first ones that jobs come to.",
                byDefault = "50",
                range = "0 to 10000")
        int topAccounts,

        @Key(
                meaning = "How many pairs of partition and QOS have histograms of waits and runs, 40 series each; the"
                        + " first ones that jobs come to. The others of a partition share one, with qos `other`. It is also"
                        + " how many QOS show their limits, those nearest to one first.",
                byDefault = "100",
                range = "0 to 10000")
        int queues,

        @Key(
                meaning =
                        "How many nodes have series of their CPUs, memory and GPUs, 6 each and 3 for each type of GPU;"
                                + " those with the most GPUs first.",
                byDefault = "1000",
                range = "0 to 100000")
        int nodes,

        @Key(
                meaning = "What becomes of user names: `hash` puts the beginning of their SHA-256 in their place, which"
                        + " hides them from a glance but not from somebody who tries names; with `drop` there are no series per"
                        + " user.",
                byDefault = "show")
        Names userNames,

        @Key(meaning = "The same for accounts.", byDefault = "show")
        Names accountNames,

        @Key(meaning = "Series of single jobs.") Jobs jobs,

        @Key(meaning = "What `slurm_capacity_slots` takes a job to need beside its GPUs.")
        Slots slots) {

    /** What holds unless the file says otherwise. */
    public static final MetricsConfig DEFAULTS =
            SectionType.of(MetricsConfig.class).defaults();

    /** The defaults, but for the numbers of users and accounts. */
    public MetricsConfig(int topUsers, int topAccounts) {
        this(
                topUsers,
                topAccounts,
                DEFAULTS.queues(),
                DEFAULTS.nodes(),
                DEFAULTS.userNames(),
                DEFAULTS.accountNames(),
                DEFAULTS.jobs(),
                DEFAULTS.slots());
    }

    /** What a job needs beside its GPUs. */
    @Section(
            "What `slurm_capacity_slots` and `slurm_capacity_stranded_gpus` take a job to need beside each of its GPUs.")
    public record Slots(
            @Key(meaning = "CPUs.", byDefault = "1", range = "1 to 1000")
            int cpusPerGpu,

            @Key(meaning = "Memory.", byDefault = "1Gi", type = MemoryType.class)
            long memoryPerGpu) {}

    /** What becomes of the names of people or groups. */
    public enum Names {
        SHOW,
        HASH,
        DROP
    }

    /** Series of each running job. */
    @Section("Series of single jobs, which tie what other exporters say of a node or a GPU to a job and its user.")
    public record Jobs(
            @Key(
                    meaning =
                            "Whether each running job has series: `slurm_job_info`, `slurm_job_node` for each of its nodes,"
                                    + " and `slurm_job_gpu` for each of its GPUs.",
                    byDefault = "false")
            boolean enabled,

            @Key(
                    meaning =
                            "How many series of the first two they have at most. Jobs with the most GPUs come first, and a job has all"
                                    + " of its series or none.",
                    byDefault = "1000",
                    range = "0 to 1000000")
            int budget,

            @Key(
                    meaning =
                            "How many series `slurm_job_gpu` has at most, chosen in the same way. 0 has none, and slurmrestd"
                                    + " is not asked for the detail of what jobs hold.",
                    byDefault = "5000",
                    range = "0 to 1000000")
            int gpuBudget) {

        /** Whether the GPUs of each job have series. */
        public boolean showsGpus() {
            return enabled && gpuBudget > 0;
        }
    }
}
