package dev.sluice.lab.chaos;

import dev.sluice.lab.chaos.Attack.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The values that are constant without an attack. */
final class Baseline {

    private static final double TWO_TO_THE_53 = 0x1p53;
    private static final Pattern NOT_COMPARED = Pattern.compile(
            ".*(_seconds|_timestamp_seconds|_bucket|_sum|_count|_info|_created)|slurm_(job|autoscaler)_.*|.*(?<!rpcs)_total");
    /** Slurm reports Infinity for shares without usage; Prometheus supports this value. */
    private static final String MAY_BE_INFINITE = "slurm_fairshare_account_level{";

    private static final Pattern SIGN = Pattern.compile("sluice_source_(unreadable_records|up|absent)");

    private final Map<String, Map<String, Double>> clusters = new TreeMap<>();

    /** Returns the values that are equal in two scrapes. */
    static Baseline of(Exposition one, Exposition other) {
        Baseline baseline = new Baseline();
        baseline.add(Stage.HEALTHY, one, other);
        for (int i = 0; i < Stage.HOSTILE_CLUSTERS; i++) {
            baseline.add(Stage.hostile(i), one, other);
        }
        return baseline;
    }

    private void add(String cluster, Exposition one, Exposition other) {
        Map<String, Double> still = new TreeMap<>(one.of(cluster, Baseline::isCompared));
        Map<String, Double> after = other.of(cluster, Baseline::isCompared);
        still.entrySet().removeIf(sample -> !sample.getValue().equals(after.get(sample.getKey())));
        clusters.put(cluster, still);
    }

    private static boolean isCompared(String family) {
        return family.startsWith("slurm_") && !NOT_COMPARED.matcher(family).matches();
    }

    int size() {
        return clusters.values().stream().mapToInt(Map::size).sum();
    }

    /** Returns a missing series; empty if all series exist. */
    Optional<String> missing(String cluster, Exposition scrape) {
        Map<String, Double> now = scrape.of(cluster, Baseline::isCompared);
        return clusters.getOrDefault(cluster, Map.of()).keySet().stream()
                .filter(series -> !now.containsKey(series))
                .findFirst();
    }

    /** Returns the wrong values of a scrape. */
    List<String> differences(String cluster, Exposition scrape, Rule rule) {
        List<String> wrong = new ArrayList<>();
        Map<String, Double> expected = clusters.getOrDefault(cluster, Map.of());
        Map<String, Double> now = scrape.of(cluster, Baseline::isCompared);
        boolean said = rule == Rule.ANY_NUMBER || (rule == Rule.REPORTED && isSaid(cluster, scrape));
        now.forEach((series, value) -> {
            double good = expected.getOrDefault(series, value);
            if ((value < 0 && good >= 0) || isAbsurd(series, value)) {
                wrong.add(series + " is " + value);
            } else if (!said && value != good) {
                wrong.add(series + " is " + value + ", not " + good);
            }
        });
        return wrong;
    }

    private static boolean isAbsurd(String series, double value) {
        if (value == Double.POSITIVE_INFINITY) {
            return !series.startsWith(MAY_BE_INFINITE);
        }
        return Math.abs(value) > TWO_TO_THE_53 || Double.isNaN(value);
    }

    private static boolean isSaid(String cluster, Exposition scrape) {
        return scrape.of(cluster, family -> SIGN.matcher(family).matches()).entrySet().stream()
                .anyMatch(sign ->
                        sign.getKey().startsWith("sluice_source_up") ? sign.getValue() == 0 : sign.getValue() > 0);
    }
}
