package dev.sluice.adapter.keda;

import java.util.HashMap;
import java.util.Map;

/**
 * Reads the messages that KEDA sends. The numbers of their fields are those of KEDA's externalscaler.proto. A field that
 * comes twice has its last value; a message that comes twice is put together, as the format wants it.
 */
final class Requests {

    private Requests() {}

    /**
     * For which metric a value is asked.
     *
     * @param metricName empty where the message has none
     */
    record GetMetrics(ScaledObjectRef scaledObject, String metricName) {}

    static ScaledObjectRef scaledObject(byte[] message) throws MalformedMessage {
        var scaledObject = new ScaledObject();
        scaledObject.merge(new WireReader(message));
        return scaledObject.built();
    }

    static GetMetrics getMetrics(byte[] message) throws MalformedMessage {
        var scaledObject = new ScaledObject();
        var metricName = new String[] {""};
        var reader = new WireReader(message);
        reader.fields(number -> {
            switch (number) {
                case 1 -> scaledObject.merge(reader.message());
                case 2 -> metricName[0] = reader.text();
                default -> reader.skip();
            }
        });
        return new GetMetrics(scaledObject.built(), metricName[0]);
    }

    /** A ScaledObjectRef that is being read. */
    private static final class ScaledObject {

        private String name = "";
        private String namespace = "";
        private final Map<String, String> metadata = new HashMap<>();

        void merge(WireReader reader) throws MalformedMessage {
            reader.fields(number -> {
                switch (number) {
                    case 1 -> name = reader.text();
                    case 2 -> namespace = reader.text();
                    case 3 -> entry(reader.message());
                    default -> reader.skip();
                }
            });
        }

        private void entry(WireReader reader) throws MalformedMessage {
            var entry = new String[] {"", ""};
            reader.fields(number -> {
                switch (number) {
                    case 1, 2 -> entry[number - 1] = reader.text();
                    default -> reader.skip();
                }
            });
            metadata.put(entry[0], entry[1]);
        }

        ScaledObjectRef built() {
            return new ScaledObjectRef(name, namespace, metadata);
        }
    }
}
