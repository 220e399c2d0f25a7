package dev.sluice.common.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.sluice.common.blocking.BlockingCall;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

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
            throw unreadable(e);
        }
    }

    public Unusable unusable(String problem) {
        return new Unusable(key, "the file " + path + " " + problem, null);
    }

    /** @param why the cause of the failure, such as a {@link TimeoutException} */
    Unusable unreadable(Throwable why) {
        return new Unusable(
                key,
                why instanceof TimeoutException late
                        ? String.valueOf(late.getMessage())
                        : "the file " + path + " cannot be read" + BlockingCall.reason(why),
                why);
    }

    /** Reports an unusable file of the configuration; the message contains nothing of the file's content. */
    public static final class Unusable extends Exception {

        private static final long serialVersionUID = 1;

        private final String key;

        private Unusable(String key, String problem, @Nullable Throwable cause) {
            super(problem, cause);
            this.key = key;
        }

        /** Returns the configuration key of the file, relative to its section, such as {@code tls.keyFile}. */
        public String key() {
            return key;
        }
    }
}
