package dev.sluice.exporter.config.schema;

import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads, writes and describes the value of a key. */
public sealed interface ValueType<T> permits SectionType, ListType, NumberType, TextType {

    /** Returns a short description of valid values. */
    String description();

    /** Returns the value. Reports an invalid value at the location, then returns empty. */
    Optional<T> read(Node node, Location location);

    /** Returns the value as a node of the file. */
    Node write(T value);
}
