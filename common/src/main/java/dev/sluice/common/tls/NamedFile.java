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
    public String content() throws Unusable {
        try {
            return BlockingCall.content(path).toString(ISO_8859_1);
        } catch (IOException e) {
            throw unusable("cannot be read" + BlockingCall.reason(e));
        }
    }

    public Unusable unusable(String problem) {
        return new Unusable(key, "the file " + path + " " + problem);
    }

    /** Reports an unusable file of the configuration; the message contains nothing of the file's content. */
    public static final class Unusable extends Exception {

        private static final long serialVersionUID = 1;

        private final String key;

        /**
         * @param key configuration key of the file, relative to the server's section, such as {@code tls.keyFile}
         * @param problem readable problem
         */
        private Unusable(String key, String problem) {
            super(problem);
            this.key = key;
        }

        public String key() {
            return key;
        }
    }
}
