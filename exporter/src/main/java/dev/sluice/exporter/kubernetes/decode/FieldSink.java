package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.common.kubernetes.ApiFailure;

/** Receives the values that a {@link FieldReader} reads, except missing and null ones. */
public interface FieldSink {

    default void beginObject() {}

    default void endObject() throws ApiFailure {}

    /**
     * Takes a text, number or boolean.
     *
     * @param key name of the member, needed for fields that match any name
     * @param text plain text; numbers and booleans as in JSON
     */
    void value(KubeField field, String key, String text) throws ApiFailure;

    /** Reports a wanted value of the wrong type. */
    default void wrongType() {}

    /** Ends a list element that is a field itself. */
    default void endElement(KubeField field) {}

    /** Ends an outermost object; a stream has many. */
    default void endRoot() throws ApiFailure {}
}
