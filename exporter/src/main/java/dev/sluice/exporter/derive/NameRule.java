package dev.sluice.exporter.derive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/** What is published in the place of the name of a user or an account. */
public enum NameRule {
    SHOW,
    /** The same short text for the same name. */
    HASH,
    /** Nothing: what is counted by name is not published. */
    DROP;

    /** Twelve digits: of a million names two have the same with a probability of 0.2 %. */
    private static final int BYTES = 6;

    /** The text to publish; empty for a name that is empty or dropped. */
    public String apply(String name) {
        return switch (this) {
            case SHOW -> name;
            case HASH -> name.isEmpty() ? "" : hash(name);
            case DROP -> "";
        };
    }

    /** The text to publish for what is counted by that name; nothing where such things are not published. */
    public Optional<String> shown(String name) {
        return this == DROP ? Optional.empty() : Optional.of(apply(name));
    }

    private static String hash(String name) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(name.getBytes(UTF_8));
            return HexFormat.of().formatHex(digest, 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
