package dev.sluice.common.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file named by the configuration.
 *
 * @param key configuration key, relative to its section
 */
public record NamedFile(String key, Path path) {

    /** Maximum size of a file, far more than a certificate chain needs. */
    private static final int MAX_BYTES = 1 << 20;

    /** Returns the content of the file; each byte becomes one character. */
    public String content() throws UnusableFile {
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw unusable("is larger than 1 MiB");
            }
            return new String(bytes, ISO_8859_1);
        } catch (IOException e) {
            throw unusable("cannot be read");
        }
    }

    public UnusableFile unusable(String problem) {
        return new UnusableFile(key, "the file " + path + " " + problem);
    }
}
