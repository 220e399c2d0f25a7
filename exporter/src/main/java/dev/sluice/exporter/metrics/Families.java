package dev.sluice.exporter.metrics;

import static dev.sluice.exporter.metrics.MetricType.COUNTER;
import static dev.sluice.exporter.metrics.MetricType.GAUGE;
import static dev.sluice.exporter.metrics.MetricType.HISTOGRAM;
import static dev.sluice.exporter.metrics.MetricType.INFO;

import dev.sluice.exporter.model.Buckets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How families of one cluster are declared. */
final class Families {

    private Families() {}

    static MetricFamily gauge(String name, String help, String... labels) {
        return ofCluster(name, GAUGE, "", help, labels);
    }

    static MetricFamily bytes(String name, String help, String... labels) {
        return ofCluster(name, GAUGE, "bytes", help, labels);
    }

    static MetricFamily seconds(String name, String help, String... labels) {
        return ofCluster(name, GAUGE, "seconds", help, labels);
    }

    static MetricFamily counter(String name, String help, String... labels) {
        return ofCluster(name, COUNTER, "", help, labels);
    }

    static MetricFamily secondsCounter(String name, String help, String... labels) {
        return ofCluster(name, COUNTER, "seconds", help, labels);
    }

    static MetricFamily info(String name, String help, String... labels) {
        return ofCluster(name, INFO, "", help, labels);
    }

    /** Everything that belongs to a cluster says first to which. */
    private static MetricFamily ofCluster(String name, MetricType type, String unit, String help, String... labels) {
        return new MetricFamily(name, type, unit, withCluster(labels), help);
    }

    /** A histogram of durations. */
    static MetricFamily histogram(String name, Buckets buckets, String help, String... labels) {
        return new MetricFamily(name, HISTOGRAM, "seconds", withCluster(labels), help, Optional.of(buckets));
    }

    private static List<String> withCluster(String... labels) {
        List<String> all = new ArrayList<>(List.of("cluster"));
        all.addAll(List.of(labels));
        return all;
    }
}
