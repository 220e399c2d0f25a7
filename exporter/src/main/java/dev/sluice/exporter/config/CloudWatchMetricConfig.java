package dev.sluice.exporter.config;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One more metric for CloudWatch.
 *
 * @param name as CloudWatch is to know it
 * @param family family on /metrics that it is made of
 * @param dimensions labels that become dimensions; the cluster always does
 * @param where for a label the values that are taken
 * @param fold how samples that share all dimensions become one value
 */
public record CloudWatchMetricConfig(
        String name, String family, List<String> dimensions, Map<String, Set<String>> where, Fold fold) {

    public CloudWatchMetricConfig {
        dimensions = List.copyOf(dimensions);
        where = Map.copyOf(where);
    }

    /** How samples become one value. */
    public enum Fold {
        SUM,
        MAX,
        MIN,
        AVERAGE,
        PRESENT
    }
}
