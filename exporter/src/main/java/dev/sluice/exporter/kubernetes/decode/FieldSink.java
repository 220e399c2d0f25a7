package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.common.kubernetes.ApiFailure;

/** Receives the values that a {@link FieldReader} reads. */
public interface FieldSink {

    /** Takes a Kubernetes object of a list or of an event. */
    default void object(ObjectFields object) throws ApiFailure {}

    /** Takes the other members of a document, after its objects. A stream has many documents. */
    void document(ObjectFields document) throws ApiFailure;
}
