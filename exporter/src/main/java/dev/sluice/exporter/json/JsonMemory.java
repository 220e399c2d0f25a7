package dev.sluice.exporter.json;

/** Counts what reading a document holds in memory, and may refuse more. */
public interface JsonMemory {

    /** No limit beside those of the {@link JsonFormat}. */
    JsonMemory UNLIMITED = new JsonMemory() {};

    /** The name of a member; the parser remembers each different one until its end. */
    default void name(String name) throws UndecodableJson {}

    /** Bytes that have completed no token: the parser holds them. */
    default void unfinished(int length) throws UndecodableJson {}

    /** The token that held bytes is complete. */
    default void finishToken() {}

    /** A value of a tree, with a text of that length. */
    default void value(int length) throws UndecodableJson {}
}
