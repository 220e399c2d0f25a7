package dev.sluice.adapter.metrics;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds series that a question does not tell apart. Whoever adds up the answer must have named each label in which its
 * parts differ; so a NodeSet that comes later does not change what an HPA gets for the NodeSet that it means.
 */
final class Ambiguity {

    static final int MAX_SHOWN = 10;

    /** In the order in which to ask for one more. */
    private static final List<String> LABELS = List.of(Series.NODESET, Series.PARTITION, Series.CLUSTER, Series.KIND);

    private Ambiguity() {}

    /** How to ask instead; empty where any two of the series differ in one of the labels that were named. */
    static Optional<String> among(List<Series> series, Set<String> named) {
        Map<Map<String, String>, List<Series>> alike =
                series.stream().collect(Collectors.groupingBy(one -> restricted(one, named)));
        return alike.values().stream()
                .filter(group -> group.size() > 1)
                .min(Comparator.comparing(group -> group.get(0).labels().toString()))
                .map(Ambiguity::advice);
    }

    private static Map<String, String> restricted(Series series, Set<String> named) {
        return series.labels().entrySet().stream()
                .filter(label -> named.contains(label.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static String advice(List<Series> alike) {
        String several = alike.size() + " series match, and an autoscaler would add them up; ";
        return LABELS.stream()
                .filter(label -> values(alike, label).distinct().count() > 1)
                .findFirst()
                .map(label -> several + "add one of these to the selector: " + choices(alike, label))
                .orElse(several + "they differ in no label, so rename one or use a metric of type Object");
    }

    private static String choices(List<Series> alike, String label) {
        List<String> all = values(alike, label)
                .distinct()
                .sorted()
                .map(value -> label + "=" + value)
                .toList();
        String shown = all.stream().limit(MAX_SHOWN).collect(Collectors.joining(", "));
        return all.size() > MAX_SHOWN ? shown + ", and " + (all.size() - MAX_SHOWN) + " more" : shown;
    }

    private static Stream<String> values(List<Series> series, String label) {
        return series.stream().map(one -> one.labels().get(label)).filter(Objects::nonNull);
    }
}
