package dev.sluice.adapter.keda;

import dev.sluice.common.protobuf.MalformedMessage;
import dev.sluice.common.protobuf.ProtobufReader;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads the messages that KEDA sends. The field numbers are from KEDA's externalscaler.proto. If a field occurs twice,
 * the last value counts. If a message occurs twice, both messages are merged, as the format requires.
 */
final class Requests {

    private Requests() {}

    /**
     * A request for the value of a metric.
     *
     * @param metricName name of the metric; empty if the request has no name
     */
    record GetMetrics(ScaledObjectRef scaledObject, String metricName) {}

    static ScaledObjectRef scaledObject(byte[] message) throws MalformedMessage {
        var scaledObject = new ScaledObject();
        scaledObject.merge(new ProtobufReader(message));
        return scaledObject.built();
    }

    static GetMetrics getMetrics(byte[] message) throws MalformedMessage {
        var scaledObject = new ScaledObject();
        String metricName = "";
        var reader = new ProtobufReader(message);
        while (reader.next()) {
            switch (reader.field()) {
                case 1 -> scaledObject.merge(reader.message());
                case 2 -> metricName = reader.text(metricName);
                default -> {}
            }
        }
        return new GetMetrics(scaledObject.built(), metricName);
    }

    /** A ScaledObjectRef under construction. */
    private static final class ScaledObject {

        private String name = "";
        private String namespace = "";
        private final Map<String, String> metadata = new HashMap<>();

        void merge(ProtobufReader reader) throws MalformedMessage {
            while (reader.next()) {
                switch (reader.field()) {
                    case 1 -> name = reader.text(name);
                    case 2 -> namespace = reader.text(namespace);
                    case 3 -> metadata(reader);
                    default -> {}
                }
            }
        }

        /** Reads an entry of a map, which is a message with a key and a value. */
        private void metadata(ProtobufReader field) throws MalformedMessage {
            if (!field.hasBytes()) {
                return;
            }
            String key = "";
            String value = "";
            ProtobufReader reader = field.message();
            while (reader.next()) {
                switch (reader.field()) {
                    case 1 -> key = reader.text(key);
                    case 2 -> value = reader.text(value);
                    default -> {}
                }
            }
            metadata.put(key, value);
        }

        ScaledObjectRef built() {
            return new ScaledObjectRef(name, namespace, metadata);
        }
    }
}
