package dev.sluice.exporter.config.schema;

import dev.sluice.exporter.config.schema.TextType.BadValue;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * The path of a file, relative to the directory of the configuration file.
 *
 * @param readable true if the file must be readable at start; false if the file may be created later and may change at
 *     any time
 * @param expected description of the file; empty for the usual description
 */
record FileType(boolean readable, String expected) implements TextType<Path> {

    /** The beginning of every JSON Web Token. */
    private static final String TOKEN = "eyJ";

    @Override
    public String description() {
        if (!expected.isEmpty()) {
            return expected;
        }
        return readable ? "readable file" : "path of a file";
    }

    @Override
    public Path parse(String text, Location location) throws BadValue {
        Path path = resolved(text, location);
        if (readable && !location.readable().test(path)) {
            throw new BadValue("expected a readable file, got " + path + ", which is not readable");
        }
        return path;
    }

    private static Path resolved(String text, Location location) throws BadValue {
        if (text.isBlank()) {
            throw new BadValue("expected the path of a file, got an empty text");
        }
        if (text.startsWith(TOKEN)) {
            throw new BadValue("expected the path of a file, got a text that looks like a token");
        }
        try {
            return location.directory().resolve(text).normalize();
        } catch (InvalidPathException e) {
            throw new BadValue("expected the path of a file, got " + Quotes.quote(text));
        }
    }
}
