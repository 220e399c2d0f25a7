package dev.sluice.exporter.config.yaml;

import java.util.List;

/**
 * A list.
 *
 * @param items items in the file's order
 * @param position start of the list
 */
public record YamlSequence(List<YamlNode> items, Position position) implements YamlNode {

    public YamlSequence {
        items = List.copyOf(items);
    }
}
