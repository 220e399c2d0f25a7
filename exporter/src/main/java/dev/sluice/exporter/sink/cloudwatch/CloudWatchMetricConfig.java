package dev.sluice.exporter.sink.cloudwatch;

import dev.sluice.exporter.config.schema.ConfigSection;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.MetricFamily;
import java.util.ArrayList;
import java.util.List;

/** One additional CloudWatch metric. */
@ConfigSection("Additional metrics.")
public record CloudWatchMetricConfig(
        @Key(
                meaning = "Metric name in CloudWatch.",
                example = "gpus_by_account",
                pattern = "[A-Za-z0-9_./-]{1,255}",
                expected = "name of 1 to 255 letters, digits and _.-/")
        String name,

        @Key(
                meaning = "Source family in [metrics.md](metrics.md).",
                example = "slurm_account_gpus_allocated",
                word = "name of a family")
        String family,

        @Key(
                meaning = "Labels that become dimensions. Each combination of values is a metric.",
                absent = "one metric per cluster",
                example = "account",
                pattern = "[a-z][a-z0-9_]*",
                expected = "labels, separated by commas")
        List<String> dimensions,

        @Key(
                meaning = "Values of labels that select samples.",
                absent = "all samples",
                example = "state=running",
                pattern = "[a-z][a-z0-9_]*=[^=|,]+(\\|[^=|,]+)*",
                expected = "rules such as state=idle|mixed, separated by commas")
        List<String> where,

        @Key(
                meaning = "Aggregation of samples with the same dimensions; `present` is 1 if a sample exists. "
                        + "Counters are always summed.",
                byDefault = "sum")
        Aggregation fold) {

    public CloudWatchMetricConfig {
        dimensions = List.copyOf(dimensions);
        where = List.copyOf(where);
    }

    DeclaredMetric declared() {
        MetricFamily source = MetricCatalog.family(family);
        List<String> labels = new ArrayList<>(dimensions);
        if (source.labels().contains("cluster")) {
            labels.remove("cluster");
            labels.add(0, "cluster");
        }
        return new DeclaredMetric(name, source, DeclaredMetric.rules(where), labels, fold, source);
    }
}
