package dev.sluice.exporter.access;

import dev.sluice.common.tls.NamedFile;
import dev.sluice.common.tls.ReloadingFiles;
import dev.sluice.common.tls.UnusableFile;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Something that is made of a server's files and made again when they change. What cannot be used is logged once, and what was
 * there before stays.
 *
 * @param <T> what they are made into
 */
final class Followed<T> {

    private static final Logger LOG = LoggerFactory.getLogger(Followed.class);

    private final String server;
    private final ReloadingFiles<T> files;
    private final LongAdder failures = new LongAdder();

    /**
     * Reads them for the first time.
     *
     * @param server whose files they are, for the log
     */
    Followed(String server, List<NamedFile> files, ReloadingFiles.Maker<T> maker) throws UnusableFile {
        this.server = server;
        this.files = new ReloadingFiles<>(files, maker);
    }

    T current() {
        return files.current();
    }

    /** How often files became unusable. */
    long failures() {
        return failures.sum();
    }

    /** Looks whether they have changed; on one thread at a time. Whether there is something new. */
    boolean look() {
        try {
            Optional<ReloadingFiles.Changed<T>> changed = files.look();
            changed.ifPresent(found -> {
                files.use(found);
                LOG.atInfo().addKeyValue("server", server).log("certificate or credentials have changed");
            });
            return changed.isPresent();
        } catch (UnusableFile e) {
            unusable(server + "." + e.key() + ": " + e.getMessage());
            return false;
        }
    }

    private void unusable(String now) {
        if (files.unusable(now)) {
            failures.increment();
            LOG.atWarn()
                    .addKeyValue("server", server)
                    .addKeyValue("failure", now)
                    .log("certificate or credentials cannot be used, those before them stay");
        }
    }
}
