package dev.sluice.exporter.config.schema.type;

import dev.sluice.exporter.config.yaml.YamlMapping;
import dev.sluice.exporter.config.yaml.YamlNode;
import dev.sluice.exporter.config.yaml.YamlScalar;
import dev.sluice.exporter.config.yaml.YamlSequence;
import dev.sluice.exporter.config.yaml.YamlUnusable;

/** Reports a value of the wrong kind, without quoting texts: a misplaced text may be a secret. */
public final class Expectation {

    private Expectation() {}

    public static void report(YamlNode node, Place place, String expected) {
        if (!(node instanceof YamlUnusable)) {
            place.problem(node.position(), of(expected, node));
        }
    }

    static String of(String expected, YamlNode node) {
        return "expected " + expected + ", got " + kind(node);
    }

    private static String kind(YamlNode node) {
        if (node instanceof YamlScalar scalar) {
            return switch (scalar.kind()) {
                case TEXT -> "a text";
                case AMBIGUOUS -> "the word " + scalar.text();
                case INTEGER, DECIMAL -> "the number " + shortened(scalar.text());
                case BOOLEAN -> scalar.text();
                case NOTHING -> "nothing";
            };
        }
        if (node instanceof YamlMapping) {
            return "a section";
        }
        if (node instanceof YamlSequence) {
            return "a list";
        }
        throw new IllegalArgumentException("has no kind: " + node);
    }

    private static String shortened(String number) {
        return number.length() <= 20 ? number : number.substring(0, 20) + "...";
    }
}
