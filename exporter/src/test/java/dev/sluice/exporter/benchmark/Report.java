package dev.sluice.exporter.benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Prints a table of the measurements, and records measurements that miss their targets. */
final class Report {

    private final List<String> missed = new ArrayList<>();

    Report() {
        System.out.printf("%-62s %10s %-8s %s%n", "measured", "value", "unit", "target");
    }

    /** Adds a measurement without a target. */
    void add(String what, double value, String unit) {
        print(what, value, unit, "");
    }

    /** Adds a measurement that must not exceed its target; an infinite target is none. */
    void add(String what, double value, String unit, double atMost) {
        if (atMost == Double.POSITIVE_INFINITY) {
            add(what, value, unit);
        } else {
            add(what, value, unit, "<= " + text(atMost), value <= atMost);
        }
    }

    /** Adds a measurement that must reach its target. */
    void addAtLeast(String what, double value, String unit, double atLeast) {
        add(what, value, unit, ">= " + text(atLeast), value >= atLeast);
    }

    private void add(String what, double value, String unit, String target, boolean good) {
        print(what, value, unit, target + (good ? "  met" : "  MISSED"));
        if (!good) {
            missed.add(what);
        }
    }

    /** Returns the measurements that miss their targets. */
    List<String> missed() {
        return List.copyOf(missed);
    }

    private static void print(String what, double value, String unit, String target) {
        System.out.printf("%-62s %10s %-8s %s%n", what, text(value), unit, target);
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.3f" : value < 100 ? "%.1f" : "%.0f", value);
    }
}
