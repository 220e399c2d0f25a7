package dev.sluice.common.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Something that is made of files and made again when they change. What cannot be used is reported once, and what was there
 * before stays. Takes no lock while it reads, so that a file that hangs holds nobody up.
 *
 * @param <T> what they are made into
 */
public final class ReloadingFiles<T> {

    private final List<NamedFile> files;
    private final Maker<T> maker;
    private volatile T current;
    private volatile String fingerprint;
    private volatile String trouble = "";
    private int looks;

    /** Makes something of the files' content. */
    @FunctionalInterface
    public interface Maker<T> {
        /**
         * Makes it.
         *
         * @param contents of each file
         */
        T make(List<String> contents) throws UnusableFile;
    }

    /**
     * What files have become that had changed.
     *
     * @param made in use as soon as {@link #use} is told
     * @param fingerprint of the files' content
     */
    public record Changed<T>(T made, String fingerprint) {}

    /** Reads them for the first time. */
    public ReloadingFiles(List<NamedFile> files, Maker<T> maker) throws UnusableFile {
        this.files = List.copyOf(files);
        this.maker = maker;
        List<String> contents = contents();
        this.fingerprint = fingerprint(contents);
        this.current = maker.make(contents);
    }

    /** What is in use. */
    public T current() {
        return current;
    }

    /** Reads the files; on one thread at a time. Empty where they hold what is in use. */
    public Optional<Changed<T>> look() throws UnusableFile {
        List<String> contents = contents();
        String now = fingerprint(contents);
        if (now.equals(fingerprint)) {
            trouble = "";
            return Optional.empty();
        }
        return Optional.of(new Changed<>(maker.make(contents), now));
    }

    /** What was found is in use from now on. */
    public void use(Changed<T> found) {
        current = found.made();
        fingerprint = found.fingerprint();
        trouble = "";
    }

    /**
     * A look has failed, on one thread at a time. Whether to report it: when it is so for the second time. The first time,
     * somebody may just have written one of the files.
     *
     * @param why in words that are the same for the same reason
     */
    public boolean unusable(String why) {
        looks = why.equals(trouble) ? looks + 1 : 1;
        trouble = why;
        return looks == 2;
    }

    private List<String> contents() throws UnusableFile {
        List<String> contents = new ArrayList<>();
        for (NamedFile file : files) {
            contents.add(file.content());
        }
        return contents;
    }

    private static String fingerprint(List<String> contents) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String content : contents) {
                digest.update((content.length() + " ").getBytes(ISO_8859_1));
                digest.update(content.getBytes(ISO_8859_1));
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
