package dev.sluice.common.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A value made from files, and made again when the files change. Reports an unusable file once and keeps the previous
 * value. Holds no lock while reading, so that a hanging file blocks no other thread.
 *
 * @param <T> type of the value
 */
public final class ReloadingFiles<T> {

    private final List<NamedFile> files;
    private final Maker<T> maker;
    private volatile T current;
    private volatile String fingerprint;
    private volatile String newest = "";
    private volatile String trouble = "";
    private int looks;

    @FunctionalInterface
    public interface Maker<T> {
        /**
         * Makes the value.
         *
         * @param contents content of each file
         */
        T make(List<String> contents) throws NamedFile.Unusable;
    }

    /** Reads the files for the first time. */
    public ReloadingFiles(List<NamedFile> files, Maker<T> maker) throws NamedFile.Unusable {
        this.files = List.copyOf(files);
        this.maker = maker;
        List<String> contents = contents();
        this.fingerprint = fingerprint(contents);
        this.current = maker.make(contents);
    }

    public T current() {
        return current;
    }

    /**
     * Reads the files again, on one thread at a time. Returns the value of changed files, which is in use only after
     * {@link #use}; empty if nothing changed.
     */
    public Optional<T> look() throws NamedFile.Unusable {
        List<String> contents = contents();
        newest = fingerprint(contents);
        if (newest.equals(fingerprint)) {
            trouble = "";
            return Optional.empty();
        }
        return Optional.of(maker.make(contents));
    }

    /** Puts the value of the newest {@link #look} into use. */
    public void use(T found) {
        current = found;
        fingerprint = newest;
        trouble = "";
    }

    /**
     * Records a failed read, on one thread at a time. Returns true if the caller must report the failure. The caller
     * must report only the second failure for the same reason, because a file can be half written at the first failure.
     *
     * @param why reason, in the same words for the same reason
     */
    public boolean unusable(String why) {
        looks = why.equals(trouble) ? looks + 1 : 1;
        trouble = why;
        return looks == 2;
    }

    private List<String> contents() throws NamedFile.Unusable {
        List<String> contents = new ArrayList<>();
        for (NamedFile file : files) {
            contents.add(file.content());
        }
        return contents;
    }

    /** Returns a digest, so that no secret of a file stays in memory. */
    private static String fingerprint(List<String> contents) {
        return Sha256.hex(String.join("\0", contents).getBytes(ISO_8859_1));
    }
}
