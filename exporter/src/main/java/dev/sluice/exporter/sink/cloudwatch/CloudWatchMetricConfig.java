package dev.sluice.exporter.sink.cloudwatch;

import dev.sluice.exporter.config.schema.BadValue;
import dev.sluice.exporter.config.schema.ConfigSection;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Location;
import dev.sluice.exporter.config.schema.TextType;
import dev.sluice.exporter.config.schema.WordsType;
import dev.sluice.exporter.sink.cloudwatch.rollup.Aggregation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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
                type = LabelsType.class)
        List<String> dimensions,

        @Key(
                meaning = "Values of labels that select samples.",
                absent = "all samples",
                example = "state=running",
                type = RulesType.class)
        Map<String, Set<String>> where,

        @Key(
                meaning = "Aggregation of samples with the same dimensions; `present` is 1 if a sample exists. "
                        + "Counters are always summed.",
                byDefault = "sum")
        Aggregation fold) {

    public CloudWatchMetricConfig {
        dimensions = List.copyOf(dimensions);
        where = Map.copyOf(where);
    }

    /** A list of label names, such as {@code partition, qos}. */
    static final class LabelsType implements WordsType<String> {

        private static final Pattern LABEL = Pattern.compile("[a-z][a-z0-9_]*");

        @Override
        public String description() {
            return "labels, separated by commas";
        }

        @Override
        public List<String> parse(String text, Location location) throws BadValue {
            List<String> labels = TextType.words(text);
            if (!labels.stream().allMatch(label -> LABEL.matcher(label).matches())) {
                throw new BadValue("expected " + description());
            }
            return labels;
        }
    }

    /** The accepted values by label, such as {@code state=idle|mixed}. */
    static final class RulesType implements TextType<Map<String, Set<String>>> {

        private static final Pattern RULE = Pattern.compile("([a-z][a-z0-9_]*)=([^=|,]+(?:\\|[^=|,]+)*)");

        @Override
        public String description() {
            return "rules such as state=idle|mixed, separated by commas";
        }

        @Override
        public Map<String, Set<String>> parse(String text, Location location) throws BadValue {
            Map<String, Set<String>> rules = new TreeMap<>();
            for (String rule : TextType.words(text)) {
                Matcher matcher = RULE.matcher(rule);
                if (!matcher.matches()) {
                    throw new BadValue("expected " + description());
                }
                rules.put(
                        matcher.group(1), new TreeSet<>(List.of(matcher.group(2).split("\\|", -1))));
            }
            return rules;
        }

        @Override
        public String text(Map<String, Set<String>> rules) {
            return new TreeMap<>(rules)
                    .entrySet().stream()
                            .map(rule -> rule.getKey() + "=" + String.join("|", new TreeSet<>(rule.getValue())))
                            .collect(Collectors.joining(", "));
        }
    }
}
