package dev.sluice.exporter.config.schema.type;

import dev.sluice.exporter.config.yaml.Position;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Where in the tree of keys a value is read, and what reading it may need from outside.
 *
 * @param path the key's path; empty at the root
 * @param directory relative paths in the file start here
 * @param readable whether a file is there and may be read
 * @param problems takes what is wrong
 */
public record Place(String path, Path directory, Predicate<Path> readable, Consumer<Problem> problems) {

    /** Where our own defaults are read, which are good. */
    public static final Place NOWHERE = new Place("", Path.of(""), path -> true, problem -> {
        throw new IllegalStateException("not a default: " + problem.message());
    });

    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_-]{1,40}");

    /** The place of a key below this one. */
    public Place key(String name) {
        String step = WORD.matcher(name).matches() ? name : Quotes.quote(name);
        return at(path.isEmpty() ? step : path + "." + step);
    }

    /** The place of a list's item below this one, counted from 0. */
    public Place item(int index) {
        return at(path + "[" + index + "]");
    }

    /** Reports that something is wrong here. */
    public void problem(Position position, String message) {
        problems.accept(new Problem(position, path, message));
    }

    private Place at(String newPath) {
        return new Place(newPath, directory, readable, problems);
    }
}
