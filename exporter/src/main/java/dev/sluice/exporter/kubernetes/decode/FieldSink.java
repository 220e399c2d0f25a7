package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.common.kubernetes.ApiFailure;

/** Receives the values that a {@link FieldReader} reads, except missing values and null. */
public interface FieldSink {

    default void beginObject() {}

    default void endObject() throws ApiFailure {}

    /**
     * Takes a string, number or boolean.
     *
     * @param key name of the member, which is needed for a field that matches any name
     * @param text value as plain text; for a number or boolean, the text in the JSON
     */
    void value(KubeField field, String key, String text) throws ApiFailure;

    /** Reports a wanted value of the wrong type. */
    default void wrongType() {}

    /** Ends a list element that is a field itself. */
    default void endElement(KubeField field) {}

    /** Ends an outermost object. A stream has many outermost objects. */
    default void endRoot() throws ApiFailure {}
}
