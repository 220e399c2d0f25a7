package dev.sluice.adapter.keda;

/** Writes the messages that KEDA gets. The numbers of their fields are those of KEDA's externalscaler.proto. */
final class Responses {

    private Responses() {}

    /** An IsActiveResponse. */
    static byte[] isActive(boolean active) {
        return new WireWriter().bool(1, active).toByteArray();
    }

    /** A GetMetricSpecResponse with one metric; old KEDAs read the whole number. */
    static byte[] metricSpec(String metricName, long target) {
        return new WireWriter()
                .message(
                        1,
                        new WireWriter().string(1, metricName).int64(2, target).float64(3, target))
                .toByteArray();
    }

    /** A GetMetricsResponse with one value; old KEDAs read the whole number. */
    static byte[] metricValue(String metricName, long value) {
        return new WireWriter()
                .message(
                        1,
                        new WireWriter().string(1, metricName).int64(2, value).float64(3, value))
                .toByteArray();
    }
}
