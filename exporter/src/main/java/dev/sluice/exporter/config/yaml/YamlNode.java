package dev.sluice.exporter.config.yaml;

/** A value in a YAML file. */
public sealed interface YamlNode permits YamlMapping, YamlScalar, YamlSequence, YamlUnusable {

    /** Returns the start of the value. */
    Position position();
}
