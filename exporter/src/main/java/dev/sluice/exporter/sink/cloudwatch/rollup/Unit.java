package dev.sluice.exporter.sink.cloudwatch.rollup;

import dev.sluice.exporter.metrics.family.MetricFamily;

/**
 * A CloudWatch unit. The metric family determines the unit, because CloudWatch never combines points of one metric in
 * two units.
 */
public enum Unit {
    COUNT("Count"),
    SECONDS("Seconds"),
    BYTES("Bytes");

    private final String wireName;

    Unit(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }

    static Unit of(MetricFamily family) {
        return switch (family.unit()) {
            case "seconds" -> SECONDS;
            case "bytes" -> BYTES;
            default -> COUNT;
        };
    }
}
