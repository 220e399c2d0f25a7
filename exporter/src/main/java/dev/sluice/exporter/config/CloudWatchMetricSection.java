package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.BadValue;
import dev.sluice.exporter.config.schema.Choices;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionReader;
import dev.sluice.exporter.config.schema.TextType;
import dev.sluice.exporter.config.schema.Texts;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The keys of an item of {@code cloudwatch.metrics}. */
final class CloudWatchMetricSection {

    private static final Pattern LABEL = Pattern.compile("[a-z][a-z0-9_]*");
    private static final Pattern RULE = Pattern.compile("([a-z][a-z0-9_]*)=([^=|,]+(?:\\|[^=|,]+)*)");

    static final Key<CloudWatchMetricConfig, String> NAME = Key.required(
            "name",
            Texts.matching("name of 1 to 255 letters, digits and _.-/", "[A-Za-z0-9_./-]{1,255}"),
            "gpus_by_account",
            "What CloudWatch is to call the metric.",
            CloudWatchMetricConfig::name);

    private static final Key<CloudWatchMetricConfig, String> FAMILY = Key.required(
            "family",
            Texts.word("name of a family"),
            "slurm_account_gpus_allocated",
            "The family of [metrics.md](metrics.md) that it is made of.",
            CloudWatchMetricConfig::family);

    private static final Key<CloudWatchMetricConfig, List<String>> DIMENSIONS = Key.optional(
            "dimensions",
            new TextType<>(
                    "labels, separated by commas", (text, place) -> labels(text), labels -> String.join(", ", labels)),
            "one metric for each cluster",
            "account",
            "Labels by which there are metrics of their own, each of which is paid for. The cluster always is one.",
            metric -> Optional.of(metric.dimensions()).filter(labels -> !labels.isEmpty()));

    private static final Key<CloudWatchMetricConfig, Map<String, Set<String>>> WHERE = Key.optional(
            "where",
            new TextType<>(
                    "rules such as state=idle|mixed, separated by commas",
                    (text, place) -> rules(text),
                    CloudWatchMetricSection::text),
            "all samples",
            "state=running",
            "Which samples are taken, by the values of labels.",
            metric -> Optional.of(metric.where()).filter(rules -> !rules.isEmpty()));

    private static final Key<CloudWatchMetricConfig, CloudWatchMetricConfig.Fold> FOLD = Key.withDefault(
            "fold",
            Choices.of(CloudWatchMetricConfig.Fold.values()),
            CloudWatchMetricConfig.Fold.SUM,
            "How samples with the same dimensions become one value; `present` is 1 where there is any. Counters and"
                    + " histograms are always summed.",
            CloudWatchMetricConfig::fold);

    static final Section<CloudWatchMetricConfig> SECTION = new Section<>(
            "Metrics beside the built-in ones.",
            List.of(NAME, FAMILY, DIMENSIONS, WHERE, FOLD),
            CloudWatchMetricSection::bind);

    private CloudWatchMetricSection() {}

    private static Optional<CloudWatchMetricConfig> bind(SectionReader in) {
        Optional<String> name = in.find(NAME);
        Optional<String> family = in.find(FAMILY);
        List<String> dimensions = in.find(DIMENSIONS).orElse(List.of());
        Map<String, Set<String>> where = in.find(WHERE).orElse(Map.of());
        CloudWatchMetricConfig.Fold fold = in.value(FOLD);
        return name.flatMap(
                called -> family.map(from -> new CloudWatchMetricConfig(called, from, dimensions, where, fold)));
    }

    private static List<String> labels(String text) throws BadValue {
        List<String> labels = words(text);
        for (String label : labels) {
            if (!LABEL.matcher(label).matches()) {
                throw new BadValue("expected labels, separated by commas");
            }
        }
        return labels;
    }

    private static Map<String, Set<String>> rules(String text) throws BadValue {
        Map<String, Set<String>> rules = new TreeMap<>();
        for (String rule : words(text)) {
            Matcher matcher = RULE.matcher(rule);
            if (!matcher.matches()) {
                throw new BadValue("expected rules such as state=idle|mixed, separated by commas");
            }
            rules.put(matcher.group(1), new TreeSet<>(List.of(matcher.group(2).split("\\|", -1))));
        }
        return rules;
    }

    private static List<String> words(String text) {
        return Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    }

    private static String text(Map<String, Set<String>> rules) {
        return new TreeMap<>(rules)
                .entrySet().stream()
                        .map(rule -> rule.getKey() + "=" + String.join("|", new TreeSet<>(rule.getValue())))
                        .collect(Collectors.joining(", "));
    }
}
