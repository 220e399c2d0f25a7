package dev.sluice.exporter.config.schema;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Words, as a YAML list or as one text with commas between the words. */
public interface WordsType<T> extends TextType<List<T>> {

    @Override
    default Optional<List<T>> read(Node node, Location location) {
        return TextType.super.read(joined(node), location);
    }

    private static Node joined(Node node) {
        if (!(node instanceof SequenceNode list) || !list.getValue().stream().allMatch(ScalarNode.class::isInstance)) {
            return node;
        }
        String text = list.getValue().stream()
                .map(ScalarNode.class::cast)
                .map(ScalarNode::getValue)
                .collect(Collectors.joining(", "));
        return new ScalarNode(Tag.STR, true, text, ScalarStyle.DOUBLE_QUOTED, node.getStartMark(), node.getEndMark());
    }

    /**
     * Words that match a pattern.
     *
     * @param description valid values, as a short phrase
     */
    record Matching(Pattern word, String description) implements WordsType<String> {

        @Override
        public List<String> parse(String text, Location location) throws BadValue {
            List<String> words = TextType.words(text);
            if (!words.stream().allMatch(word.asMatchPredicate())) {
                throw new BadValue("expected " + description + ", got " + Quotes.quote(text));
            }
            return words;
        }
    }
}
