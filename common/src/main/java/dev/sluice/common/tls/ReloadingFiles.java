package dev.sluice.common.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

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
    private String fingerprint;
    private String trouble = "";
    private int failures;

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
     * Reads the files again, on one thread at a time. Returns true if the value changed.
     *
     * @param unusable receives only the second failure for the same reason, because a file can be half written at the
     *     first failure; the previous value stays
     */
    public boolean reload(Consumer<NamedFile.Unusable> unusable) {
        try {
            List<String> contents = contents();
            String now = fingerprint(contents);
            boolean changed = !now.equals(fingerprint);
            if (changed) {
                current = maker.make(contents);
                fingerprint = now;
            }
            trouble = "";
            return changed;
        } catch (NamedFile.Unusable e) {
            String why = e.key() + ": " + e.getMessage();
            failures = why.equals(trouble) ? failures + 1 : 1;
            trouble = why;
            if (failures == 2) {
                unusable.accept(e);
            }
            return false;
        }
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
