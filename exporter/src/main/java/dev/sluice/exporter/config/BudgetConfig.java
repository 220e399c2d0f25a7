package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.type.MemoryType;
import java.util.Optional;

/** What one whole list of jobs may cost slurmrestd. */
@Section(
        "What one whole list of jobs may cost slurmrestd. A list that is predicted to cost more is not asked for: it fails as"
                + " `over_budget`, and jobs by state come from the source `counts`. It is asked for again as soon as it costs less.")
public record BudgetConfig(
        @Key(
                meaning =
                        "The memory that slurmrestd may need for a list: about 150 kB for each job record. Less than what"
                                + " its host or its pod allows, or it is killed.",
                absent = "no limit",
                example = "4Gi",
                type = MemoryType.class)
        Optional<Long> memory,

        @Key(
                meaning =
                        "The share of one core that lists of jobs may take of slurmrestd, when they are asked for every"
                                + " `maxInterval`: 0.5 allows a list that takes 150 s every 5 minutes. 1 is no limit.",
                byDefault = "1")
        double cpu) {

    /** No limit. */
    public static final BudgetConfig NONE = new BudgetConfig(Optional.empty(), 1);
}
