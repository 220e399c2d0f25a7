package dev.sluice.lab.chaos;

import dev.sluice.lab.chaos.Attack.Rule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The response to one scrape, parsed as strictly as Prometheus does. */
final class Scrape {

    private static final int MAX_SERIES = 4096;
    private static final double TWO_TO_THE_53 = 0x1p53;
    private static final Pattern SERIES = Pattern.compile(
            "([a-zA-Z_:][a-zA-Z0-9_:]*(?:\\{(?:[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\\\n]|\\\\[\\\\\"n])*+\""
                    + ",?)*+\\})?) (\\S+)");
    /** Families whose values change without a fault. */
    private static final String CHANGES =
            ".*(_seconds|_timestamp_seconds|_bucket|_sum|_count|_info|_created)|slurm_(job|autoscaler)_.*|.*(?<!rpcs)_total";
    /** Slurm reports Infinity for shares without usage; Prometheus supports this value. */
    private static final String MAY_BE_INFINITE = "slurm_fairshare_account_level{";

    private static final Pattern CLUSTER = Pattern.compile("cluster=\"([a-z0-9-]*)\"");

    /** The samples of each cluster. */
    private final Map<String, Map<String, Double>> samples = new HashMap<>();

    private final List<String> faults = new ArrayList<>();

    Scrape(String text) {
        // Does not use lines(), because a CR without a LF in a label does not end a line in this format.
        for (String line : text.split("\n", -1)) {
            if (!line.isEmpty() && !line.startsWith("#")) {
                read(line);
            }
        }
    }

    private void read(String line) {
        Matcher matcher = SERIES.matcher(line);
        if (!matcher.matches()) {
            faults.add("not an exposition: " + line);
        } else if (line.length() > MAX_SERIES) {
            faults.add("a series of " + line.length() + " characters");
        } else {
            Matcher label = CLUSTER.matcher(matcher.group(1));
            Map<String, Double> all = samples.computeIfAbsent(label.find() ? label.group(1) : "", c -> new TreeMap<>());
            if (all.put(matcher.group(1), Double.parseDouble(matcher.group(2).replace("Inf", "Infinity"))) != null) {
                faults.add("twice: " + line);
            }
        }
    }

    /** Returns violations of the format. */
    List<String> faults() {
        return faults;
    }

    Map<String, Double> of(String cluster, Predicate<String> family) {
        Map<String, Double> found = new TreeMap<>(samples.getOrDefault(cluster, Map.of()));
        found.keySet().removeIf(series -> !family.test(series.substring(0, series.indexOf('{'))));
        return found;
    }

    /** Returns the values that stay constant without a fault. */
    Map<String, Double> constants(String cluster) {
        return of(cluster, family -> family.startsWith("slurm_") && !family.matches(CHANGES));
    }

    /** Returns the values that violate the rule. A missing value violates none, because the program may withdraw it. */
    List<String> wrong(String cluster, Map<String, Double> expected, Rule rule) {
        boolean mayDiffer = rule == Rule.ANY_NUMBER || (rule == Rule.REPORTED && reportsAFault(cluster));
        List<String> wrong = new ArrayList<>();
        constants(cluster).forEach((series, value) -> {
            double good = expected.getOrDefault(series, value);
            if ((value < 0 && good >= 0) || isAbsurd(series, value) || (!mayDiffer && value != good)) {
                wrong.add(series + " is " + value + ", not " + good);
            }
        });
        return wrong;
    }

    private static boolean isAbsurd(String series, double value) {
        return value == Double.POSITIVE_INFINITY
                ? !series.startsWith(MAY_BE_INFINITE)
                : Math.abs(value) > TWO_TO_THE_53 || Double.isNaN(value);
    }

    private boolean reportsAFault(String cluster) {
        return of(cluster, "sluice_source_up"::equals).containsValue(0.0)
                || of(cluster, family -> family.matches("sluice_source_(unreadable_records|absent)")).values().stream()
                        .anyMatch(count -> count > 0);
    }
}
