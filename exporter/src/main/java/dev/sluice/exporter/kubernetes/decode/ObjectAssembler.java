package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.util.Optional;
import java.util.Set;

/**
 * Puts the members of one object together, as they stream by.
 *
 * @param <T> the record of the model
 */
public interface ObjectAssembler<T> {

    /** The members that it wants, beside name and namespace. */
    Set<KubeField> fields();

    /** Forgets the object before. */
    void begin();

    void value(KubeField field, String key, String text);

    default void endElement(KubeField field) {}

    /** Whether it has what an API server sends of every object of its kind. What is missing must not be taken for 0. */
    default boolean isReadable() {
        return true;
    }

    /** The record; empty where the object is none of ours. */
    Optional<T> end(ObjectName name);
}
