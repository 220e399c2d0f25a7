package dev.sluice.exporter.config.schema.type;

import dev.sluice.exporter.config.yaml.YamlNode;
import java.util.Optional;

/** Reads, writes and describes the value of a key. */
public interface ValueType<T> {

    /** Returns a short description of valid values. */
    String description();

    /** Returns the value; empty after reporting a bad value at the place. */
    Optional<T> read(YamlNode node, Place place);

    /** Returns the value as a node of the file. */
    YamlNode write(T value);
}
