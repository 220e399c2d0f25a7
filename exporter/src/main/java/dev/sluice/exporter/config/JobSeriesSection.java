package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.FlagType;
import dev.sluice.exporter.config.schema.IntegerType;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionReader;
import java.util.List;
import java.util.Optional;

/** The keys under {@code metrics.jobs}. */
final class JobSeriesSection {

    private static final Key<MetricsConfig.Jobs, Boolean> ENABLED = Key.withDefault(
            "enabled",
            new FlagType(),
            MetricsConfig.DEFAULTS.jobs().enabled(),
            "Whether each running job has series: `slurm_job_info`, and `slurm_job_node` for each of its nodes.",
            MetricsConfig.Jobs::enabled);

    private static final Key<MetricsConfig.Jobs, Integer> BUDGET = Key.withDefault(
            "budget",
            new IntegerType(0, 1_000_000),
            MetricsConfig.DEFAULTS.jobs().budget(),
            "How many series they have at most. Jobs with the most GPUs come first, and a job has all of its series or"
                    + " none.",
            MetricsConfig.Jobs::budget);

    static final Section<MetricsConfig.Jobs> SECTION = new Section<>(
            "Series of single jobs, which tie what other exporters say of a node or a GPU to a job and its user.",
            List.of(ENABLED, BUDGET),
            JobSeriesSection::bind);

    private JobSeriesSection() {}

    private static Optional<MetricsConfig.Jobs> bind(SectionReader in) {
        return Optional.of(new MetricsConfig.Jobs(in.value(ENABLED), in.value(BUDGET)));
    }
}
