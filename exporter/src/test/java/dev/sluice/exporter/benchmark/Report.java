package dev.sluice.exporter.benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The table of what was measured, and whether any of it misses its target. */
final class Report {

    private final List<String> missed = new ArrayList<>();

    Report() {
        System.out.printf("%-62s %10s %-8s %s%n", "measured", "value", "unit", "target");
    }

    /** A measurement without a target. */
    void add(String what, double value, String unit) {
        print(what, value, unit, "");
    }

    /** A measurement that must not be above its target. */
    void add(String what, double value, String unit, double atMost) {
        boolean good = value <= atMost;
        print(what, value, unit, "<= " + text(atMost) + (good ? "  met" : "  MISSED"));
        if (!good) {
            missed.add(what);
        }
    }

    /** What misses its target. */
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
