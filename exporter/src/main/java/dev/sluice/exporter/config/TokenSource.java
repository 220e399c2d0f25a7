package dev.sluice.exporter.config;

import java.nio.file.Path;

/** Where the token for slurmrestd comes from. Never the token itself. */
public sealed interface TokenSource {

    /**
     * A file that holds the token, read again before every poll. It may appear later.
     *
     * @param path absolute
     */
    record TokenFile(Path path) implements TokenSource {}

    /**
     * An environment variable that holds the token.
     *
     * @param variable its name
     */
    record TokenEnvironment(String variable) implements TokenSource {}

    /** slurmrestd asks for none. */
    record NoToken() implements TokenSource {}
}
