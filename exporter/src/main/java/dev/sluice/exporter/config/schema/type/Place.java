package dev.sluice.exporter.config.schema.type;

import dev.sluice.exporter.config.yaml.Position;
import dev.sluice.exporter.config.yaml.YamlMapping;
import dev.sluice.exporter.config.yaml.YamlNode;
import dev.sluice.exporter.config.yaml.YamlScalar;
import dev.sluice.exporter.config.yaml.YamlUnusable;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The position of a value in the tree of keys, and the context in which the value is read.
 *
 * @param path the key's path; empty at the root
 * @param directory base of relative paths
 * @param readable tests whether a file exists and is readable
 * @param problems receives the problems
 */
public record Place(String path, Path directory, Predicate<Path> readable, Consumer<Problem> problems) {

    /** The place of default values in declarations. These values must be valid. */
    public static final Place NOWHERE = new Place("", Path.of(""), path -> true, problem -> {
        throw new IllegalStateException("invalid default: " + problem.message());
    });

    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_-]{1,40}");

    /** Returns the place of a key below this place. */
    public Place key(String name) {
        String step = WORD.matcher(name).matches() ? name : Quotes.quote(name);
        return at(path.isEmpty() ? step : path + "." + step);
    }

    /** Returns the place of a list item below this place. Items are counted from 0. */
    public Place item(int index) {
        return at(path + "[" + index + "]");
    }

    public void problem(Position position, String message) {
        problems.accept(new Problem(position, path, message));
    }

    /**
     * Reports a value of the wrong kind, without quoting texts: a misplaced text may be a secret. Ignores a value whose
     * problem has already been reported.
     *
     * @param hint advice at the end of the message; can be empty
     */
    public void mismatch(String expected, YamlNode node, String hint) {
        if (!(node instanceof YamlUnusable)) {
            problem(node.position(), "expected " + expected + ", got " + kind(node) + hint);
        }
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
        return node instanceof YamlMapping ? "a section" : "a list";
    }

    private static String shortened(String number) {
        return number.length() <= 20 ? number : number.substring(0, 20) + "...";
    }

    private Place at(String newPath) {
        return new Place(newPath, directory, readable, problems);
    }
}
