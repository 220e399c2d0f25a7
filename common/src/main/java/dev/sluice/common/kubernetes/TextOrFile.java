package dev.sluice.common.kubernetes;

import java.nio.file.Path;

/**
 * A token, certificate or key, given as text or as a file. A file is read before every request, because the file can be
 * replaced.
 */
public sealed interface TextOrFile {

    /** A file to read before every request. */
    record InFile(Path file) implements TextOrFile {}

    /** A constant text. */
    record Text(String text) implements TextOrFile {

        /** Hides the text, so that no log shows it. */
        @Override
        public String toString() {
            return "Text";
        }
    }
}
