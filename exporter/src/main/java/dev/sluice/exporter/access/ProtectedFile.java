package dev.sluice.exporter.access;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that protects a server.
 *
 * @param key as the configuration calls it below the server's section
 */
record ProtectedFile(String key, Path path) {

    /** Far more than a chain of certificates has. */
    private static final int LARGEST = 1 << 20;

    /** Its bytes, each as one character. */
    String content() throws UnusableFile {
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = in.readNBytes(LARGEST + 1);
            if (bytes.length > LARGEST) {
                throw unusable("is larger than 1 MiB");
            }
            return new String(bytes, ISO_8859_1);
        } catch (IOException e) {
            throw unusable("cannot be read");
        }
    }

    UnusableFile unusable(String problem) {
        return new UnusableFile(key, "the file " + path + " " + problem);
    }
}
