package dev.sluice.adapter.keda;

import dev.sluice.common.protobuf.ProtobufWriter;

/**
 * Writes the responses to KEDA. The field numbers are from KEDA's externalscaler.proto. Omits fields that have the
 * default value, as proto3 does.
 */
final class Responses {

    private Responses() {}

    /** Returns an IsActiveResponse. */
    static byte[] isActive(boolean active) {
        return active ? new ProtobufWriter().number(1, 1).toBytes() : new byte[0];
    }

    /**
     * Returns a GetMetricSpecResponse with the target, or a GetMetricsResponse with the value, which have the same
     * layout. Old versions of KEDA read the
     * integer.
     */
    static byte[] metric(String name, long value) {
        var metric = new ProtobufWriter().text(1, name);
        if (value != 0) {
            metric.number(2, value).real(3, value);
        }
        return new ProtobufWriter().message(1, metric).toBytes();
    }
}
