package dev.sluice.lab.chaos;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;

/** The observations during one attack. Thread-safe. */
final class Findings {

    private final Set<String> defects = new ConcurrentSkipListSet<>();
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();
    private final Map<String, Double> maxima = new ConcurrentHashMap<>();

    /** Adds a defect. Two examples explain a defect, which often appears in thousands of series. */
    void defect(String what) {
        String kind = what.substring(0, Math.min(12, what.length()));
        if (defects.stream().filter(defect -> defect.startsWith(kind)).count() < 2) {
            defects.add(what.substring(0, Math.min(300, what.length())).replaceAll("[^\\x20-\\x7e]", "?"));
        }
    }

    Set<String> defects() {
        return Set.copyOf(defects);
    }

    /** Counts an event and returns the number of such events. */
    int count(String event) {
        return counts.merge(event, 1, Integer::sum);
    }

    /** Records a measured value. */
    void most(String what, double value) {
        maxima.merge(what, value, Math::max);
    }

    /** Returns the largest measured value. */
    double most(String what) {
        return maxima.getOrDefault(what, 0.0);
    }
}
