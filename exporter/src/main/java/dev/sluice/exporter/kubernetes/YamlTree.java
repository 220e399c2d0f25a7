package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.config.yaml.YamlMapping;
import dev.sluice.exporter.config.yaml.YamlNode;
import dev.sluice.exporter.config.yaml.YamlScalar;
import dev.sluice.exporter.config.yaml.YamlSequence;
import java.util.List;
import java.util.Optional;

/** A lenient look into a YAML file that others write: what is missing, null or of another shape is not there. */
final class YamlTree {

    static final YamlTree NOTHING = new YamlTree(Optional.empty());

    private final Optional<YamlNode> node;

    private YamlTree(Optional<YamlNode> node) {
        this.node = node;
    }

    static YamlTree of(YamlNode node) {
        boolean nothing = node instanceof YamlScalar scalar && scalar.kind() == YamlScalar.Kind.NOTHING;
        return nothing ? NOTHING : new YamlTree(Optional.of(node));
    }

    YamlTree at(String key) {
        return node.filter(YamlMapping.class::isInstance)
                .map(YamlMapping.class::cast)
                .flatMap(mapping -> mapping.entry(key))
                .map(entry -> of(entry.value()))
                .orElse(NOTHING);
    }

    boolean has(String key) {
        return at(key).node.isPresent();
    }

    /** A value that is not empty. */
    Optional<String> text(String key) {
        return at(key).scalar();
    }

    List<YamlTree> items(String key) {
        return at(key).node
                .filter(YamlSequence.class::isInstance)
                .map(sequence -> ((YamlSequence) sequence)
                        .items().stream().map(YamlTree::of).toList())
                .orElse(List.of());
    }

    List<String> texts(String key) {
        return items(key).stream()
                .flatMap(item -> item.node.stream())
                .filter(YamlScalar.class::isInstance)
                .map(scalar -> ((YamlScalar) scalar).text())
                .toList();
    }

    private Optional<String> scalar() {
        return node.filter(YamlScalar.class::isInstance)
                .map(scalar -> ((YamlScalar) scalar).text())
                .filter(text -> !text.isEmpty());
    }
}
