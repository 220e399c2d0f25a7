package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.util.Optional;
import java.util.Set;

/**
 * Builds records from the members of objects.
 *
 * @param <T> record type of the model
 */
public interface ObjectAssembler<T> {

    /** Returns the members to read, in addition to name, namespace and version. */
    Set<KubeField> fields();

    /**
     * Returns true if the object has all members that an API server sends for its kind. A missing member must not count
     * as 0.
     */
    default boolean isReadable(ObjectFields object) {
        return true;
    }

    /** Returns the object's name; empty for an invalid name or an unreadable object. */
    default Optional<ObjectName> name(ObjectFields object) {
        return isReadable(object) ? object.name() : Optional.empty();
    }

    /** Returns the record; empty for objects outside the selection. */
    Optional<T> record(ObjectName name, ObjectFields object);
}
