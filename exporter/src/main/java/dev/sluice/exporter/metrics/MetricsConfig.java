package dev.sluice.exporter.metrics;

import dev.sluice.exporter.config.schema.ConfigSection;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Quotes;
import dev.sluice.exporter.config.schema.SectionValues;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.model.node.NodeReason;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Limits on series with open-ended labels, and names in labels. */
@ConfigSection("Limits on series, and names in labels.")
public record MetricsConfig(
        @Key(
                meaning = "Maximum number of users with their own series, by use. The others share the value "
                        + "`other`.",
                byDefault = "50",
                range = "0 to 10000")
        int topUsers,

        @Key(
                meaning = "The same for accounts, for accounts with limits, and for pairs of account and GPU type "
                        + "with a histogram of waits (20 series each).",
                byDefault = "50",
                range = "0 to 10000")
        int topAccounts,

        @Key(
                meaning = "Maximum number of pairs of partition and QOS with histograms (40 series each), and of "
                        + "QOS with limits. The others share the QOS `other`.",
                byDefault = "100",
                range = "0 to 10000")
        int queues,

        @Key(
                meaning = "Maximum number of nodes with series of CPUs, memory and GPUs (6 each, and 3 per GPU "
                        + "type), and of nodes with counts of ended jobs (5 each).",
                byDefault = "1000",
                range = "0 to 100000")
        int nodes,

        @Key(meaning = "`hash`: the beginning of the name's SHA-256. `drop`: no series per user.", byDefault = "show")
        NameRule userNames,

        @Key(meaning = "The same for accounts.", byDefault = "show")
        NameRule accountNames,

        @Key(meaning = "Series per job.") Jobs jobs,

        @Key(meaning = "CPUs and memory per GPU in `slurm_capacity_slots` and `slurm_capacity_stranded_gpus`.")
        Slots slots,

        @Key(
                meaning = "Generic resources that count as GPUs, such as `[gpu, tpu, npu]`. Their GPU types are"
                        + " `tpu` or `npu:910b`.",
                byDefault = "gpu",
                pattern = "[A-Za-z]\\w*",
                expected = "list of names of generic resources")
        List<String> accelerators,

        @Key(
                meaning = "Cause and owner of reasons that your programs set on nodes. The first match applies.",
                absent = "only known programs")
        List<NodeReasonConfig> nodeReasons,

        @Key(
                meaning = "Directory with one file per cluster, which keeps the GPU-hours for the next start. "
                        + "Needs a volume that outlives the pod.",
                absent = "GPU-hours start at 0 at each start",
                example = "/var/lib/sluice",
                expected = "path of a directory")
        Optional<Path> usageDirectory) {

    public MetricsConfig {
        accelerators = List.copyOf(accelerators);
        nodeReasons = List.copyOf(nodeReasons);
    }

    @ConfigSection.Check
    static void gpusAreAccelerators(SectionValues in) {
        List<String> names = in.items("accelerators", String.class);
        if (!names.contains("gpu")) {
            in.problem(
                    "accelerators",
                    "expected a list of names of generic resources, one of them gpu, got "
                            + Quotes.quote(String.join(", ", names)));
        }
    }

    public SeriesBudget budget() {
        return new SeriesBudget(
                topUsers,
                topAccounts,
                queues,
                nodes,
                jobs.budget(),
                jobs.showsGpus() ? jobs.gpuBudget() : 0,
                userNames,
                accountNames);
    }

    /** A reason that a program of the site sets on nodes. */
    @ConfigSection("Cause and owner of a reason.")
    public record NodeReasonConfig(
            @Key(meaning = "Regular expression for any part of the reason, in any case.", example = "'^disk check:'")
            Pattern match,

            @Key(name = "class", meaning = "Value of the label `reason_class`.", example = "health_check")
            NodeReason.Kind kind,

            @Key(meaning = "Value of the label `owner`.", example = "health_check")
            NodeReason.Owner owner) {}

    /** The CPUs and memory that a job needs per GPU. */
    @ConfigSection("CPUs and memory per GPU in `slurm_capacity_slots` and `slurm_capacity_stranded_gpus`.")
    public record Slots(
            @Key(meaning = "CPUs per GPU.", byDefault = "1", range = "1 to 1000")
            int cpusPerGpu,

            @Key(meaning = "Memory per GPU.", byDefault = "1Gi")
            long memoryPerGpu) {}

    @ConfigSection("Series per job.")
    public record Jobs(
            @Key(
                    meaning = "Publishes the owner, start, time limit, nodes and kinds of waste of each running job "
                            + "(`slurm_job_*`), and `slurm_job_gpu` per GPU.",
                    byDefault = "false")
            boolean enabled,

            @Key(
                    meaning = "Maximum number of series without `slurm_job_gpu`.",
                    byDefault = "2000",
                    range = "0 to 1000000")
            int budget,

            @Key(
                    meaning = "The same for `slurm_job_gpu`. 0 disables the family.",
                    byDefault = "5000",
                    range = "0 to 1000000")
            int gpuBudget) {

        public boolean showsGpus() {
            return enabled && gpuBudget > 0;
        }
    }
}
