package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.util.Optional;
import java.util.Set;

/**
 * Builds a record from the members of one object while the members arrive.
 *
 * @param <T> record type of the model
 */
public interface ObjectAssembler<T> {

    /** Returns the members to read, in addition to name and namespace. */
    Set<KubeField> fields();

    /** Discards the previous object. */
    void begin();

    void value(KubeField field, String key, String text);

    default void endElement(KubeField field) {}

    /**
     * Returns true if the object has all members that an API server sends for its kind. A missing member must not count
     * as 0.
     */
    default boolean isReadable() {
        return true;
    }

    /** Returns the record; empty for objects outside the selection. */
    Optional<T> end(ObjectName name);
}
