package dev.sluice.common.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.sluice.common.blocking.BlockingCall;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A file named by the configuration.
 *
 * @param key configuration key, relative to its section
 */
public record NamedFile(String key, Path path) {

    /** Returns the content of the file; each byte becomes one character. */
    public String content() throws UnusableFile {
        try {
            return BlockingCall.content(path).toString(ISO_8859_1);
        } catch (IOException e) {
            throw unusable("cannot be read" + BlockingCall.reason(e));
        }
    }

    public UnusableFile unusable(String problem) {
        return new UnusableFile(key, "the file " + path + " " + problem);
    }
}
