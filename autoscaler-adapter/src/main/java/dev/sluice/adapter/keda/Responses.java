package dev.sluice.adapter.keda;

import dev.sluice.common.protobuf.ProtobufWriter;

/**
 * Writes the messages that KEDA gets. The numbers of their fields are those of KEDA's externalscaler.proto. A field with its
 * default value is left out, as in proto3.
 */
final class Responses {

    private Responses() {}

    /** An IsActiveResponse. */
    static byte[] isActive(boolean active) {
        return active ? new ProtobufWriter().number(1, 1).toBytes() : new byte[0];
    }

    /** A GetMetricSpecResponse with one metric. */
    static byte[] metricSpec(String metricName, long target) {
        return oneMetric(metricName, target);
    }

    /** A GetMetricsResponse with one value. */
    static byte[] metricValue(String metricName, long value) {
        return oneMetric(metricName, value);
    }

    /** Both are laid out alike. Old KEDAs read the whole number. */
    private static byte[] oneMetric(String name, long value) {
        var metric = new ProtobufWriter().text(1, name);
        if (value != 0) {
            metric.number(2, value).real(3, value);
        }
        return new ProtobufWriter().message(1, metric).toBytes();
    }
}
