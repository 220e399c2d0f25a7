package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.common.kubernetes.ApiFailure;

/** Takes what a {@link FieldReader} finds. Members that are missing or null are never given. */
public interface FieldSink {

    /** An object of Kubernetes begins. */
    default void beginObject() {}

    /** The object is whole. */
    default void endObject() throws ApiFailure {}

    /**
     * A text, number or boolean.
     *
     * @param key name of the member, which matters where the field stands for any
     * @param text a text as it is, numbers and booleans as JSON writes them
     */
    void value(KubeField field, String key, String text) throws ApiFailure;

    /** A wanted value of the object is not of its type. */
    default void wrongType() {}

    /** A list's element that is a field itself is whole. */
    default void endElement(KubeField field) {}

    /** The outermost object, of which a stream has many, is whole. */
    default void endRoot() throws ApiFailure {}
}
