package dev.sluice.exporter.derive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/** How to publish the names of users or accounts. */
public enum NameRule {
    SHOW,
    /** Replaces each name with a short hash. */
    HASH,
    /** Publishes no series by name. */
    DROP;

    /** Twelve hex digits: the probability of a collision among a million names is 0.2 %. */
    private static final int BYTES = 6;

    /** Returns the text to publish; empty for an empty or dropped name. */
    public String apply(String name) {
        return switch (this) {
            case SHOW -> name;
            case HASH -> name.isEmpty() ? "" : hash(name);
            case DROP -> "";
        };
    }

    /** Returns the label value for series by this name; empty if these series are not published. */
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
