package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.IntegerType;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionReader;
import java.util.List;
import java.util.Optional;

/** The keys under {@code metrics}. */
final class MetricsSection {

    private static final IntegerType COUNT = new IntegerType(0, 10_000);

    private static final Key<MetricsConfig, Integer> TOP_USERS = Key.withDefault(
            "topUsers",
            COUNT,
            MetricsConfig.DEFAULTS.topUsers(),
            "How many users are named, those with the most use first; the others are folded into `other`. "
                    + "0 folds all of them.",
            MetricsConfig::topUsers);

    private static final Key<MetricsConfig, Integer> TOP_ACCOUNTS = Key.withDefault(
            "topAccounts",
            COUNT,
            MetricsConfig.DEFAULTS.topAccounts(),
            "The same for accounts.",
            MetricsConfig::topAccounts);

    static final Section<MetricsConfig> SECTION = new Section<>(
            "How many series the families per user and per account may have.",
            List.of(TOP_USERS, TOP_ACCOUNTS),
            MetricsSection::bind);

    private MetricsSection() {}

    private static Optional<MetricsConfig> bind(SectionReader in) {
        return Optional.of(new MetricsConfig(in.value(TOP_USERS), in.value(TOP_ACCOUNTS)));
    }
}
