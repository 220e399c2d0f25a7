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

/** Decodes one page of a list. What it finds is to be used only once the page was whole. */
final class ListPage<T> implements FieldSink {

    private final ObjectReader<T> reader;
    private final Map<ObjectName, T> records;
    private final int maxObjects;
    private boolean inItem;
    private int unreadable;
    private String version = "";
    private String next = "";

    /**
     * A page.
     *
     * @param records to which its records are added
     * @param maxObjects records that are kept
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
            throw new ApiFailure(ApiFailure.Kind.UNDECODABLE, "the answer is no list: it has no resource version");
        }
    }

    /** The version of the data from which a watch goes on. */
    String version() {
        return version;
    }

    /** The token of the next page; empty where this is the last. */
    String next() {
        return next;
    }

    /** Objects that were left out because they have no name, or a value of another type than it should be. */
    int unreadable() {
        return unreadable;
    }
}
