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
 * Detects requests that match several series but do not distinguish these series. A client that sums series must select
 * every label in which the series differ. Otherwise, a new NodeSet would change the values that an HPA reads for
 * another NodeSet.
 */
final class Ambiguity {

    static final int MAX_SHOWN = 10;

    /** Labels in the order in which messages suggest them. */
    private static final List<String> LABELS = List.of(Series.NODESET, Series.PARTITION, Series.CLUSTER, Series.KIND);

    private Ambiguity() {}

    /** Returns advice for the selector; empty if every two series differ in a selected label. */
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
                .orElse(several + "all their labels are equal: rename one or use a metric of type Object");
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
