package dev.sluice.exporter.config.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * A list of sections with at least one item. The value of its first key identifies an item, unless
 * {@link ConfigSection#identity()} names other keys.
 *
 * @param item type of the items
 * @param <R> record type of the items
 */
public record ListType<R>(SectionType<R> item) implements ValueType<List<R>> {

    @Override
    public String description() {
        return "list of sections";
    }

    private String identity() {
        return item.keys().get(0).name();
    }

    @Override
    public Optional<List<R>> read(Node node, Location location) {
        if (!(node instanceof SequenceNode sequence)) {
            location.mismatch("a list of sections (- " + identity() + ": ...)", node, "");
            return Optional.empty();
        }
        List<R> items = new ArrayList<>();
        Map<List<String>, ScalarNode> earlier = new HashMap<>();
        if (sequence.getValue().isEmpty()) {
            location.problem(sequence, "the list is empty; expected at least one item");
        }
        for (int i = 0; i < sequence.getValue().size(); i++) {
            Node given = sequence.getValue().get(i);
            Location at = location.item(i);
            item.read(given, at).ifPresent(items::add);
            scalar(given, identity())
                    .ifPresent(first -> Optional.ofNullable(earlier.putIfAbsent(identityOf(given, first), first))
                            .ifPresent(twin -> at.key(identity()).problem(first, taken(twin))));
        }
        return Optional.of(items);
    }

    private List<String> identityOf(Node node, ScalarNode first) {
        List<String> values = new ArrayList<>(List.of(first.getValue()));
        for (String key : item.declared().identity()) {
            values.add(scalar(node, key).map(ScalarNode::getValue).orElse(""));
        }
        return values;
    }

    private String taken(ScalarNode twin) {
        int line = Location.line(twin);
        return item.declared().identity().length == 0
                ? "must be unique; " + Quotes.quote(twin.getValue()) + " is already the " + identity() + " in line "
                        + line
                : "the item in line " + line + " has the same values of "
                        + String.join(", ", item.declared().identity()) + "; remove one item, or change one of these";
    }

    private static Optional<ScalarNode> scalar(Node node, String key) {
        return Optional.of(node)
                .filter(MappingNode.class::isInstance)
                .flatMap(mapping -> SectionValues.entry((MappingNode) mapping, key))
                .filter(ScalarNode.class::isInstance)
                .map(ScalarNode.class::cast)
                .filter(scalar -> Yaml.kind(scalar) != Yaml.ScalarKind.NOTHING);
    }

    @Override
    public Node write(List<R> value) {
        return new SequenceNode(Tag.SEQ, value.stream().<Node>map(item::write).toList(), FlowStyle.BLOCK);
    }
}
