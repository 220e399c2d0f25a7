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
 * A value loaded from a server's files and reloaded when the files change. Unusable files are logged once, and the
 * previous value stays.
 *
 * @param <T> type of the value
 */
final class Reloadable<T> {

    private static final Logger LOG = LoggerFactory.getLogger(Reloadable.class);

    private final String server;
    private final ReloadingFiles<T> files;
    private final LongAdder failures = new LongAdder();

    /**
     * Reads the files for the first time.
     *
     * @param server server name for the log
     */
    Reloadable(String server, List<NamedFile> files, ReloadingFiles.Maker<T> maker) throws UnusableFile {
        this.server = server;
        this.files = new ReloadingFiles<>(files, maker);
    }

    T current() {
        return files.current();
    }

    /** Returns the number of reloads that failed because of unusable files. */
    long failures() {
        return failures.sum();
    }

    /** Reads the files again, on one thread at a time. Returns true if the value changed. */
    boolean look() {
        try {
            Optional<ReloadingFiles.Changed<T>> changed = files.look();
            changed.ifPresent(found -> {
                files.use(found);
                LOG.atInfo().addKeyValue("server", server).log("certificate or credentials reloaded");
            });
            return changed.isPresent();
        } catch (UnusableFile e) {
            String failure = server + "." + e.key() + ": " + e.getMessage();
            if (files.unusable(failure)) {
                failures.increment();
                LOG.atWarn()
                        .addKeyValue("server", server)
                        .addKeyValue("failure", failure)
                        .log("certificate or credentials unusable, previous ones stay in use");
            }
            return false;
        }
    }
}
