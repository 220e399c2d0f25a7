package dev.sluice.exporter.config.schema;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Paths of files; relative ones start at the directory of the configuration file. */
public final class FileTypes {

    /** How every JSON Web Token begins. */
    private static final String TOKEN = "eyJ";

    private FileTypes() {}

    /** A file that must be there and may be read. */
    public static TextType<Path> readable() {
        return new TextType<>(
                "readable file",
                (text, place) -> {
                    Path path = resolved(text, place);
                    if (!place.readable().test(path)) {
                        throw new BadValue("expected a readable file, got " + path + ", which is none");
                    }
                    return path;
                },
                Path::toString);
    }

    /** A file that may come later and change at any time. */
    public static TextType<Path> eventual() {
        return new TextType<>("path of a file", FileTypes::resolved, Path::toString);
    }

    private static Path resolved(String text, Place place) throws BadValue {
        if (text.isBlank()) {
            throw new BadValue("expected the path of a file, got a blank text");
        }
        if (text.startsWith(TOKEN)) {
            throw new BadValue("expected the path of a file, got what looks like a token");
        }
        try {
            return place.directory().resolve(text).normalize();
        } catch (InvalidPathException e) {
            throw new BadValue("expected the path of a file, got " + Quotes.quote(text));
        }
    }
}
