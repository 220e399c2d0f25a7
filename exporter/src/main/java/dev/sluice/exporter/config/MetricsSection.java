package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.Choices;
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
            "The same for accounts; it is also how many accounts show their limits, those nearest to one first.",
            MetricsConfig::topAccounts);

    private static final Key<MetricsConfig, Integer> QUEUES = Key.withDefault(
            "queues",
            COUNT,
            MetricsConfig.DEFAULTS.queues(),
            "How many pairs of partition and QOS have histograms of waits and runs, 40 series each; the first ones that"
                    + " jobs come to. The others of a partition share one, with qos `other`. It is also how many QOS show their"
                    + " limits, those nearest to one first.",
            MetricsConfig::queues);

    private static final Key<MetricsConfig, MetricsConfig.Names> USER_NAMES = Key.withDefault(
            "userNames",
            Choices.of(MetricsConfig.Names.values()),
            MetricsConfig.DEFAULTS.userNames(),
            "What becomes of user names: `hash` puts the beginning of their SHA-256 in their place, which hides them from"
                    + " a glance but not from somebody who tries names; with `drop` there are no series per user.",
            MetricsConfig::userNames);

    private static final Key<MetricsConfig, MetricsConfig.Names> ACCOUNT_NAMES = Key.withDefault(
            "accountNames",
            Choices.of(MetricsConfig.Names.values()),
            MetricsConfig.DEFAULTS.accountNames(),
            "The same for accounts.",
            MetricsConfig::accountNames);

    private static final Key<MetricsConfig, MetricsConfig.Jobs> JOBS = Key.withDefault(
            "jobs",
            JobSeriesSection.SECTION,
            MetricsConfig.DEFAULTS.jobs(),
            "Series of single jobs.",
            MetricsConfig::jobs);

    static final Section<MetricsConfig> SECTION = new Section<>(
            "How many series the families with an open-ended label may have, and which names they show.",
            List.of(TOP_USERS, TOP_ACCOUNTS, QUEUES, USER_NAMES, ACCOUNT_NAMES, JOBS),
            MetricsSection::bind);

    private MetricsSection() {}

    private static Optional<MetricsConfig> bind(SectionReader in) {
        return Optional.of(new MetricsConfig(
                in.value(TOP_USERS),
                in.value(TOP_ACCOUNTS),
                in.value(QUEUES),
                in.value(USER_NAMES),
                in.value(ACCOUNT_NAMES),
                in.value(JOBS)));
    }
}
