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

/** Decodes one page of a list. The result is valid only after the complete page has been read. */
final class ListPage<T> implements FieldSink {

    private final ObjectAssembler<T> assembler;
    private final Map<ObjectName, T> records;
    private final int maxObjects;
    private int unreadable;
    private String version = "";
    private String next = "";

    /**
     * @param records map to which the page adds its records
     * @param maxObjects maximum number of records
     */
    ListPage(ObjectAssembler<T> assembler, Map<ObjectName, T> records, int maxObjects) {
        this.assembler = assembler;
        this.records = records;
        this.maxObjects = maxObjects;
    }

    FieldTree tree() {
        return new FieldTree()
                .with(Set.of(KubeField.LIST_VERSION, KubeField.LIST_CONTINUE))
                .withObject(List.of("items", "[]"), assembler.fields());
    }

    @Override
    public void object(ObjectFields object) throws ApiFailure {
        assembler
                .name(object)
                .ifPresentOrElse(
                        name -> assembler.record(name, object).ifPresent(record -> records.put(name, record)),
                        () -> unreadable++);
        checkCount(records.size(), maxObjects);
    }

    static void checkCount(int objects, int maxObjects) throws ApiFailure {
        if (objects > maxObjects) {
            throw new ApiFailure(
                    ApiFailure.Kind.TOO_LARGE,
                    "more than " + maxObjects + " objects: raise kubernetes.maxObjects and the exporter's memory");
        }
    }

    @Override
    public void document(ObjectFields list) throws ApiFailure {
        version = list.position(KubeField.LIST_VERSION);
        next = list.position(KubeField.LIST_CONTINUE);
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
