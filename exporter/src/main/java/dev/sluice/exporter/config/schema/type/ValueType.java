package dev.sluice.exporter.config.schema.type;

import dev.sluice.exporter.config.yaml.YamlNode;
import java.util.Optional;

/** Reads, writes and describes the value of a key. */
public interface ValueType<T> {

    /** Returns a short description of valid values. */
    String description();

    /** Returns the value. Reports an invalid value at the place, then returns empty. */
    Optional<T> read(YamlNode node, Place place);

    /** Returns the value as a node of the file. */
    YamlNode write(T value);
}
