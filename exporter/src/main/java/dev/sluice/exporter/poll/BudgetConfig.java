package dev.sluice.exporter.poll;

import dev.sluice.exporter.config.schema.ConfigSection;
import dev.sluice.exporter.config.schema.Key;
import java.util.Optional;

/** The maximum cost of one job list in slurmrestd. */
@ConfigSection("While the predicted cost is higher, the exporter does not request the list. The failure kind is "
        + "`over_budget`.")
public record BudgetConfig(
        @Key(
                meaning = "Maximum memory of slurmrestd for a list, about 150 kB per job record.",
                absent = "no limit",
                example = "4Gi")
        Optional<Long> memory,

        @Key(
                meaning = "Maximum share of one core, at one list every `maxInterval`: 0.5 allows 150 s every 5 "
                        + "minutes.",
                byDefault = "1")
        double cpu) {}
