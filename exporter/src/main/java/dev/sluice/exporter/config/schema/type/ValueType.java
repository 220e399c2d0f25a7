package dev.sluice.exporter.config.schema.type;

import dev.sluice.exporter.config.yaml.YamlNode;
import java.util.Optional;

/** How the value of a key is read, written and described. */
public interface ValueType<T> {

    /** What may stand there, as a short phrase for people. */
    String description();

    /** The value; nothing where it is bad, and then that was reported at the place. */
    Optional<T> read(YamlNode node, Place place);

    /** The value as it would stand in a file. */
    YamlNode write(T value);
}
