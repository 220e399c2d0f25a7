package dev.sluice.exporter.access;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Something that is made of files and made again when they change. What cannot be used is reported once, and what was
 * there before stays.
 *
 * @param <T> what they are made into
 */
final class Followed<T> {

    private static final Logger LOG = LoggerFactory.getLogger(Followed.class);

    private final String server;
    private final List<ProtectedFile> files;
    private final Maker<T> maker;
    private volatile T current;
    private final LongAdder failures = new LongAdder();
    private String fingerprint;
    private String trouble = "";
    private int looks;

    /** Makes something of the files' content. */
    @FunctionalInterface
    interface Maker<T> {
        T make(List<String> contents) throws UnusableFile;
    }

    /**
     * Reads them for the first time.
     *
     * @param server whose files they are, for the log
     */
    Followed(String server, List<ProtectedFile> files, Maker<T> maker) throws UnusableFile {
        this.server = server;
        this.files = List.copyOf(files);
        this.maker = maker;
        List<String> contents = contents();
        this.fingerprint = fingerprint(contents);
        this.current = maker.make(contents);
    }

    T current() {
        return current;
    }

    /** How often files became unusable. */
    long failures() {
        return failures.sum();
    }

    /** Looks whether they have changed; on one thread at a time. Whether there is something new. */
    boolean look() {
        try {
            List<String> contents = contents();
            String now = fingerprint(contents);
            if (now.equals(fingerprint)) {
                trouble = "";
                return false;
            }
            current = maker.make(contents);
            fingerprint = now;
            trouble = "";
            LOG.atInfo().addKeyValue("server", server).log("certificate or credentials have changed");
            return true;
        } catch (UnusableFile e) {
            unusable(server + "." + e.key() + ": " + e.getMessage());
            return false;
        }
    }

    /** Reported when it is so for the second time: the first time, somebody may just have written one of the files. */
    private void unusable(String now) {
        looks = now.equals(trouble) ? looks + 1 : 1;
        trouble = now;
        if (looks == 2) {
            failures.increment();
            LOG.atWarn()
                    .addKeyValue("server", server)
                    .addKeyValue("failure", now)
                    .log("certificate or credentials cannot be used, those before them stay");
        }
    }

    private List<String> contents() throws UnusableFile {
        List<String> contents = new ArrayList<>();
        for (ProtectedFile file : files) {
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
