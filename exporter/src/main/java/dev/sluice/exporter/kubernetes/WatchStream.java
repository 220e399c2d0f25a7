package dev.sluice.exporter.kubernetes;

import dev.sluice.common.kubernetes.ApiFailure;
import dev.sluice.exporter.kubernetes.decode.FieldSink;
import dev.sluice.exporter.kubernetes.decode.FieldTree;
import dev.sluice.exporter.kubernetes.decode.KubeField;
import dev.sluice.exporter.kubernetes.decode.ObjectAssembler;
import dev.sluice.exporter.kubernetes.decode.ObjectFields;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decodes a watch and applies its events to the records. A bookmark changes no records. A bookmark only advances the
 * version from which the next watch continues, so a repeated bookmark has no effect.
 */
final class WatchStream<T> implements FieldSink {

    private final ObjectAssembler<T> assembler;
    private final Map<ObjectName, T> records;
    private final int maxObjects;
    private final Runnable changed;
    /** The object of the current event. */
    private ObjectFields object = new ObjectFields();

    private String version;

    /**
     * @param version version of the data in the records
     * @param records the records, which events change
     * @param maxObjects maximum number of records
     * @param changed called after every change
     */
    WatchStream(
            ObjectAssembler<T> assembler,
            String version,
            Map<ObjectName, T> records,
            int maxObjects,
            Runnable changed) {
        this.assembler = assembler;
        this.version = version;
        this.records = records;
        this.maxObjects = maxObjects;
        this.changed = changed;
    }

    FieldTree tree() {
        return new FieldTree()
                .ofStream()
                .with(Set.of(KubeField.EVENT_TYPE, KubeField.EVENT_CODE))
                .withObject(List.of("object"), assembler.fields());
    }

    @Override
    public void object(ObjectFields read) {
        object = read;
    }

    @Override
    public void document(ObjectFields event) throws ApiFailure {
        switch (event.exact(KubeField.EVENT_TYPE)) {
            case "ADDED", "MODIFIED" -> {
                ObjectName name = assembler.name(object).orElseThrow(WatchStream::unreadable);
                assembler.record(name, object).ifPresentOrElse(record -> put(name, record), () -> remove(name));
                ListPage.checkCount(records.size(), maxObjects);
                advance();
            }
            case "DELETED" -> {
                // The event contains the deleted object in its last form; only the object's name matters.
                assembler.name(object).ifPresent(this::remove);
                advance();
            }
            case "BOOKMARK" -> advance();
            case "ERROR" ->
                throw ApiFailure.watchEnded(object.number(KubeField.EVENT_CODE).orElse(0), "");
            default -> throw new ApiFailure(ApiFailure.Kind.UNDECODABLE, "the watch sent an event of an unknown type");
        }
        object = new ObjectFields();
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
        String next = object.position(KubeField.VERSION);
        version = next.isEmpty() ? version : next;
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
