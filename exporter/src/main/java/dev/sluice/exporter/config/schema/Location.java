package dev.sluice.exporter.config.schema;

import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * The position of a value in the tree of keys, and the context in which the value is read.
 *
 * @param path the key's path; empty at the root
 * @param directory base of relative paths
 * @param readable tests whether a file exists and is readable
 * @param problems receives the problems
 */
public record Location(String path, Path directory, Predicate<Path> readable, Consumer<Problem> problems) {

    /** The location of default values in declarations. These values must be valid. */
    static final Location NOWHERE = new Location("", Path.of(""), path -> true, problem -> {
        throw new IllegalStateException("invalid default: " + problem.message());
    });

    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_-]{1,40}");

    /** Returns the location of a key below this location. */
    Location key(String name) {
        String step = WORD.matcher(name).matches() ? name : Quotes.quote(name);
        return at(path.isEmpty() ? step : path + "." + step);
    }

    /** Returns the location of a list item below this location. Items are counted from 0. */
    Location item(int index) {
        return at(path + "[" + index + "]");
    }

    private Location at(String newPath) {
        return new Location(newPath, directory, readable, problems);
    }

    void problem(Node node, String message) {
        problem(line(node), node.getStartMark().map(Mark::getColumn).orElse(-1) + 1, message);
    }

    void problem(int line, int column, String message) {
        problems.accept(new Problem(line, column, path, message));
    }

    /** Returns the line of a node, from 1; 0 for a node that is not from a file. */
    static int line(Node node) {
        return node.getStartMark().map(Mark::getLine).orElse(-1) + 1;
    }

    /**
     * Reports a value of the wrong kind, without quoting texts: a misplaced text may be a secret.
     *
     * @param hint advice at the end of the message; can be empty
     */
    void mismatch(String expected, Node node, String hint) {
        problem(node, "expected " + expected + ", got " + kind(node) + hint);
    }

    private static String kind(Node node) {
        if (node instanceof ScalarNode scalar) {
            return switch (Yaml.kind(scalar)) {
                case TEXT -> "a text";
                case AMBIGUOUS -> "the word " + scalar.getValue();
                case NUMBER -> "the number " + shortened(scalar.getValue());
                case BOOLEAN -> scalar.getValue();
                case NOTHING -> "nothing";
            };
        }
        return node instanceof MappingNode ? "a section" : "a list";
    }

    private static String shortened(String number) {
        return number.length() <= 20 ? number : number.substring(0, 20) + "...";
    }

    /**
     * One problem of a file.
     *
     * @param line line of the problem, from 1; 0 for the entire file
     * @param column column of the problem in characters, from 1
     * @param path the key's path, such as {@code clusters[0].slurm.url}; empty for the entire file
     * @param message the problem and the expected value, without secrets
     */
    public record Problem(int line, int column, String path, String message) {

        /** Returns one line for people: {@code exporter.yaml:7:5: clusters[0].slurm.urll: unknown key; ...}. */
        public String in(String file) {
            String place = line == 0 ? "" : ":" + line + ":" + column;
            return file + place + ": " + (path.isEmpty() ? "" : path + ": ") + message;
        }
    }
}
