package dev.sluice.exporter.config.yaml;

import java.util.List;

/**
 * A list.
 *
 * @param items in the file's order
 * @param position its start
 */
public record YamlSequence(List<YamlNode> items, Position position) implements YamlNode {

    public YamlSequence {
        items = List.copyOf(items);
    }
}
