package dev.sluice.common.kubernetes;

import java.nio.file.Path;

/** A token, certificate or key: as a text, or the file to read it from before every request, because such files are replaced. */
public sealed interface TextOrFile {

    /** Read before every request. */
    record InFile(Path file) implements TextOrFile {}

    /** Always the same. */
    record Text(String text) implements TextOrFile {

        /** Without the text, so that no log ever shows it. */
        @Override
        public String toString() {
            return "Text";
        }
    }
}
