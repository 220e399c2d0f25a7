package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.util.Optional;

/**
 * Maps Kubernetes objects to records.
 *
 * @param <T> record type of the model
 */
@FunctionalInterface
public interface ObjectReader<T> {

    /** Returns the record; empty for objects outside the selection. */
    Optional<T> read(ObjectName name, KubeObject object);
}
