package dev.sluice.exporter.json;

/** Counts the memory that is in use while a document is read. Can refuse further memory. */
public interface JsonMemory {

    /** No limit besides the limits of the {@link JsonFormat}. */
    JsonMemory UNLIMITED = new JsonMemory() {};

    /** Counts a member name; the parser keeps each distinct name until the end of the document. */
    default void name(String name) throws UndecodableJson {}

    /** Counts the bytes of an incomplete token that the parser holds in memory. */
    default void unfinished(int length) throws UndecodableJson {}

    /** Releases the memory of the incomplete token, which is now complete. */
    default void finishToken() {}

    /** Counts the memory of a JSON text value of the given length. */
    default void value(int length) throws UndecodableJson {}
}
