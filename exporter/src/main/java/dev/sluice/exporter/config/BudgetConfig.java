package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.type.MemoryType;
import java.util.Optional;

/** The maximum cost of one list of jobs in slurmrestd. */
@Section("While the predicted cost is higher, the exporter does not request the list: the failure "
        + "kind is `over_budget`, and jobs by state come from the source `counts`.")
public record BudgetConfig(
        @Key(
                meaning = "Maximum memory of slurmrestd for a list, about 150 kB per job record. Above the limit "
                        + "of its host or pod, the kernel kills slurmrestd.",
                absent = "no limit",
                example = "4Gi",
                type = MemoryType.class)
        Optional<Long> memory,

        @Key(
                meaning = "Maximum share of one core for lists of jobs, at one list every `maxInterval`: 0.5 "
                        + "allows 150 s every 5 minutes. 1 is no limit.",
                byDefault = "1")
        double cpu) {

    /** No limit. */
    public static final BudgetConfig NONE = new BudgetConfig(Optional.empty(), 1);
}
