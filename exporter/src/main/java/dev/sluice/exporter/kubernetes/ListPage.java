package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.ObjectName;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Decodes one page of a list. What it finds is to be used only once the page was whole. */
final class ListPage<T> implements FieldSink {

    private final ObjectReader<T> reader;
    private final Map<ObjectName, T> records;
    private boolean inItem;
    private int unreadable;
    private String version = "";
    private String next = "";

    /**
     * A page.
     *
     * @param records to which its records are added
     */
    ListPage(ObjectReader<T> reader, Map<ObjectName, T> records) {
        this.reader = reader;
        this.records = records;
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
    public void value(KubeField field, String key, String text) {
        if (inItem) {
            reader.value(field, key, text);
        } else if (field == KubeField.LIST_VERSION) {
            version = text;
        } else if (field == KubeField.LIST_CONTINUE) {
            next = text;
        }
    }

    @Override
    public void endElement(KubeField field) {
        reader.endElement(field);
    }

    @Override
    public void endObject() {
        inItem = false;
        reader.name()
                .ifPresentOrElse(
                        name -> reader.record(name).ifPresent(record -> records.put(name, record)), () -> unreadable++);
    }

    @Override
    public void endRoot() throws ApiFailure {
        if (version.isEmpty()) {
            throw new ApiFailure(FailureKind.UNDECODABLE, "the answer is no list: it has no resource version");
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

    /** Objects that were left out because they have no name. */
    int unreadable() {
        return unreadable;
    }
}
