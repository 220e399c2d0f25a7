package dev.sluice.exporter.json;

/** Counts the memory used while reading a document, and may refuse more. */
public interface JsonMemory {

    /** No limit besides those of the {@link JsonFormat}. */
    JsonMemory UNLIMITED = new JsonMemory() {};

    /** Counts a member name; the parser keeps each distinct name until its end. */
    default void name(String name) throws UndecodableJson {}

    /** Counts bytes of an incomplete token, which the parser holds. */
    default void unfinished(int length) throws UndecodableJson {}

    /** Ends the incomplete token. */
    default void finishToken() {}

    /** Counts a tree value with a text of that length. */
    default void value(int length) throws UndecodableJson {}
}
