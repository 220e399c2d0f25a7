package dev.sluice.exporter.state;

import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.usage.UsageStore;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** The usage files of all clusters, in one directory. */
public final class UsageFiles implements AutoCloseable {

    /** File systems limit names to 255 bytes. */
    private static final int MAX_NAME = 200;

    private final Path directory;
    private final Clock clock;
    private final List<UsageFile> files = new ArrayList<>();

    /**
     * @param directory directory of the files
     */
    public UsageFiles(Path directory, Clock clock) {
        this.directory = directory;
        this.clock = clock;
    }

    /** Returns the file of a cluster. */
    public UsageStore of(String cluster) {
        UsageFile file = new UsageFile(directory.resolve("usage-" + nameOf(cluster) + ".json"), cluster, clock);
        files.add(file);
        return file;
    }

    private static String nameOf(String cluster) {
        String name = URLEncoder.encode(cluster, StandardCharsets.UTF_8);
        return name.length() > MAX_NAME ? NameRule.HASH.apply(cluster) : name;
    }

    @Override
    public void close() {
        files.forEach(UsageFile::close);
    }
}
