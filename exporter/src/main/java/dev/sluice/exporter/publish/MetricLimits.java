package dev.sluice.exporter.publish;

import dev.sluice.exporter.config.MetricsConfig;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.SeriesBudget;

/** Reads cardinality limits and name rules from the configuration. */
public final class MetricLimits {

    private MetricLimits() {}

    static SeriesBudget of(MetricsConfig config) {
        return new SeriesBudget(
                config.topUsers(),
                config.topAccounts(),
                config.queues(),
                config.nodes(),
                config.jobs().budget(),
                config.jobs().showsGpus() ? config.jobs().gpuBudget() : 0,
                rule(config.userNames()),
                rule(config.accountNames()));
    }

    /** Returns the name rule for a configured value. */
    public static NameRule rule(MetricsConfig.Names names) {
        return switch (names) {
            case SHOW -> NameRule.SHOW;
            case HASH -> NameRule.HASH;
            case DROP -> NameRule.DROP;
        };
    }
}
