package dev.sluice.exporter.kubernetes;

import dev.sluice.common.kubernetes.ApiFailure;
import dev.sluice.exporter.kubernetes.decode.FieldSink;
import dev.sluice.exporter.kubernetes.decode.FieldTree;
import dev.sluice.exporter.kubernetes.decode.KubeField;
import dev.sluice.exporter.kubernetes.decode.ObjectReader;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Decodes one page of a list. The result is valid only after the complete page has been read. */
final class ListPage<T> implements FieldSink {

    private final ObjectReader<T> reader;
    private final Map<ObjectName, T> records;
    private final int maxObjects;
    private boolean inItem;
    private int unreadable;
    private String version = "";
    private String next = "";

    /**
     * @param records map to which the page adds its records
     * @param maxObjects maximum number of records
     */
    ListPage(ObjectReader<T> reader, Map<ObjectName, T> records, int maxObjects) {
        this.reader = reader;
        this.records = records;
        this.maxObjects = maxObjects;
    }

    FieldTree tree() {
        return new FieldTree()
                .with(Set.of(KubeField.LIST_VERSION, KubeField.LIST_CONTINUE))
                .withObject(List.of("items", "[]"), reader.fields());
    }

    @Override
    public void beginObject() {
        inItem = true;
        reader.begin();
    }

    @Override
    public void wrongType() {
        reader.wrongType();
    }

    @Override
    public void value(KubeField field, String key, String text) throws ApiFailure {
        if (inItem) {
            reader.value(field, key, text);
        } else if (field == KubeField.LIST_VERSION) {
            version = ObjectReader.position(text);
        } else if (field == KubeField.LIST_CONTINUE) {
            next = ObjectReader.position(text);
        }
    }

    @Override
    public void endElement(KubeField field) {
        reader.endElement(field);
    }

    @Override
    public void endObject() throws ApiFailure {
        inItem = false;
        reader.name()
                .ifPresentOrElse(
                        name -> reader.record(name).ifPresent(record -> records.put(name, record)), () -> unreadable++);
        ObjectReader.checkCount(records.size(), maxObjects);
    }

    @Override
    public void endRoot() throws ApiFailure {
        if (version.isEmpty()) {
            throw new ApiFailure(ApiFailure.Kind.UNDECODABLE, "the response is not a list: it has no resource version");
        }
    }

    /** Returns the version of the data. A watch continues from this version. */
    String version() {
        return version;
    }

    /** Returns the token of the next page; empty for the last page. */
    String next() {
        return next;
    }

    /**
     * Returns the number of objects that were omitted because an object had no name or had a value of the wrong type.
     */
    int unreadable() {
        return unreadable;
    }
}
