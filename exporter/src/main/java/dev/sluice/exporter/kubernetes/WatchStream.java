package dev.sluice.exporter.kubernetes;

import dev.sluice.common.kubernetes.ApiFailure;
import dev.sluice.exporter.kubernetes.decode.FieldSink;
import dev.sluice.exporter.kubernetes.decode.FieldTree;
import dev.sluice.exporter.kubernetes.decode.KubeField;
import dev.sluice.exporter.kubernetes.decode.Numbers;
import dev.sluice.exporter.kubernetes.decode.ObjectReader;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decodes a watch and applies its events to the records. A bookmark changes no records. A bookmark only advances the
 * version from which the next watch continues, so a repeated bookmark has no effect.
 */
final class WatchStream<T> implements FieldSink {

    private final ObjectReader<T> reader;
    private final Map<ObjectName, T> records;
    private final int maxObjects;
    private final Runnable changed;
    private boolean inObject;
    private String type = "";
    private int code;
    private String version;

    /**
     * @param version version of the data in the records
     * @param records the records, which events change
     * @param maxObjects maximum number of records
     * @param changed called after every change
     */
    WatchStream(ObjectReader<T> reader, String version, Map<ObjectName, T> records, int maxObjects, Runnable changed) {
        this.reader = reader;
        this.version = version;
        this.records = records;
        this.maxObjects = maxObjects;
        this.changed = changed;
    }

    FieldTree tree() {
        return new FieldTree()
                .ofStream()
                .with(Set.of(KubeField.EVENT_TYPE, KubeField.EVENT_CODE))
                .withObject(List.of("object"), reader.fields());
    }

    @Override
    public void beginObject() {
        inObject = true;
        code = 0;
        reader.begin();
    }

    @Override
    public void wrongType() {
        reader.wrongType();
    }

    @Override
    public void value(KubeField field, String key, String text) {
        switch (field) {
            case EVENT_TYPE -> type = text;
            case EVENT_CODE -> code = Numbers.of(text).orElse(0);
            default -> {
                if (inObject) {
                    reader.value(field, key, text);
                }
            }
        }
    }

    @Override
    public void endElement(KubeField field) {
        reader.endElement(field);
    }

    @Override
    public void endObject() {
        inObject = false;
    }

    @Override
    public void endRoot() throws ApiFailure {
        switch (type) {
            case "ADDED", "MODIFIED" -> {
                ObjectName name = reader.name().orElseThrow(WatchStream::unreadable);
                reader.record(name).ifPresentOrElse(record -> put(name, record), () -> remove(name));
                ObjectReader.checkCount(records.size(), maxObjects);
                advance();
            }
            case "DELETED" -> {
                // The event contains the deleted object in its last form; only the object's name matters.
                reader.name().ifPresent(this::remove);
                advance();
            }
            case "BOOKMARK" -> advance();
            case "ERROR" -> throw ApiFailure.watchEnded(code, "");
            default -> throw new ApiFailure(ApiFailure.Kind.UNDECODABLE, "the watch sent an event of an unknown type");
        }
        type = "";
    }

    private void put(ObjectName name, T record) {
        if (!record.equals(records.put(name, record))) {
            changed.run();
        }
    }

    private void remove(ObjectName name) {
        if (records.remove(name) != null) {
            changed.run();
        }
    }

    private void advance() throws ApiFailure {
        if (!reader.version().isEmpty()) {
            version = ObjectReader.position(reader.version());
        }
    }

    /**
     * After this failure, the watch reads a new list. The new list counts the unreadable object. Later lists try to
     * read the object again.
     */
    private static ApiFailure unreadable() {
        return new ApiFailure(
                ApiFailure.Kind.UNDECODABLE,
                ApiFailure.Remedy.RELIST,
                "the watch sent an object without a name, or with a value of a wrong type");
    }

    String version() {
        return version;
    }
}
