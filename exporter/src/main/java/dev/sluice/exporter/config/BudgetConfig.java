package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.type.MemoryType;
import java.util.Optional;

/** The maximum cost of one list of jobs in slurmrestd. */
@Section(
        "The maximum cost of one list of jobs in slurmrestd. If the predicted cost is higher, the exporter does not request the"
                + " list: the failure kind is `over_budget`, and jobs by state come from the source `counts`. The exporter"
                + " requests the list again as soon as the predicted cost is lower.")
public record BudgetConfig(
        @Key(
                meaning =
                        "The maximum memory of slurmrestd for a list: about 150 kB for each job record. Stay below the limit"
                                + " of its host or pod, or the kernel kills slurmrestd.",
                absent = "no limit",
                example = "4Gi",
                type = MemoryType.class)
        Optional<Long> memory,

        @Key(
                meaning =
                        "The maximum share of one core for lists of jobs in slurmrestd, at one list every `maxInterval`: 0.5"
                                + " allows a list that takes 150 s every 5 minutes. 1 is no limit.",
                byDefault = "1")
        double cpu) {

    /** No limit. */
    public static final BudgetConfig NONE = new BudgetConfig(Optional.empty(), 1);
}
