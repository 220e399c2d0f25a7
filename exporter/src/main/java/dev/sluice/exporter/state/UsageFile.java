package dev.sluice.exporter.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.usage.UsageStore;
import dev.sluice.exporter.derive.usage.UsageStore.UsageState;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Keeps the usage of one cluster in a file. A separate thread writes the newest state at most every 15 s, first to a
 * temporary file. A file that cannot be used is moved aside and never overwritten. Thread-safe.
 */
public final class UsageFile implements UsageStore, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(UsageFile.class);

    private static final Duration INTERVAL = Duration.ofSeconds(15);

    /** A tenth of the heap, because decoding takes about seven times the size of the file. */
    private static final int MAX_BYTES =
            (int) Math.min(64 << 20, Runtime.getRuntime().maxMemory() / 10);

    /** File systems limit names to 255 bytes. */
    private static final int MAX_NAME = 200;

    private static final int CLOSE_SECONDS = 3;

    /** A longer write hangs, for example on a network file system. */
    private static final Duration MAX_WRITE = Duration.ofMinutes(1);

    private static final String ADVICE = "to continue the old counts, stop the exporter, and restore the file";

    private final Path file;
    private final String cluster;
    private final Clock clock;
    private final Replacement replacement;
    private final AtomicReference<Optional<UsageState>> unwritten = new AtomicReference<>(Optional.empty());
    private final ScheduledThreadPoolExecutor writer;

    /** False if the file on disk is not the file that this process read or wrote. */
    private volatile boolean ours;

    /** False if an unusable file could not be moved aside. */
    private volatile boolean keeps = true;

    private volatile boolean failing;

    private volatile Instant storedAt;
    private volatile Optional<Instant> writingSince = Optional.empty();

    /** Replaces the content of a file. */
    @FunctionalInterface
    interface Replacement {
        void write(Path file, byte[] bytes) throws IOException;
    }

    /**
     * @param file path of the file, which need not exist
     * @param clock steady clock
     */
    UsageFile(Path file, String cluster, Clock clock) {
        this(file, cluster, clock, UsageFile::replace);
    }

    UsageFile(Path file, String cluster, Clock clock, Replacement replacement) {
        this.replacement = replacement;
        this.file = file;
        this.cluster = cluster;
        this.clock = clock;
        this.storedAt = clock.instant();
        this.writer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "usage-" + cluster);
            thread.setDaemon(true);
            return thread;
        });
        // write() reports its own failures.
        Future<?> unused = writer.scheduleWithFixedDelay(
                this::write, INTERVAL.toSeconds(), INTERVAL.toSeconds(), TimeUnit.SECONDS);
    }

    /** Returns the file of a cluster in the directory for all clusters. */
    public static UsageFile in(Path directory, String cluster, Clock clock) {
        String name = URLEncoder.encode(cluster, UTF_8);
        String shortened = name.length() > MAX_NAME ? NameRule.HASH.apply(cluster) : name;
        return new UsageFile(directory.resolve("usage-" + shortened + ".json"), cluster, clock);
    }

    @Override
    public UsageState restored() {
        try {
            byte[] bytes = new BlockingCall<>("reading the file " + file, BlockingCall.DEADLINE, this::content).await();
            UsageState state = StoredUsage.decode(bytes, cluster, clock.instant());
            ours = true;
            return state;
        } catch (NoSuchFileException e) {
            return UsageState.NONE;
        } catch (IOException | RuntimeException e) {
            moveAside(String.valueOf(e.getMessage()));
            return UsageState.NONE;
        }
    }

    private byte[] content() throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new IOException("the file is larger than " + MAX_BYTES + " bytes");
            }
            return bytes;
        }
    }

    private void moveAside(String reason) {
        Path aside = file.resolveSibling(
                file.getFileName() + ".unusable-" + clock.instant().getEpochSecond());
        try {
            new BlockingCall<>("renaming the file " + file, BlockingCall.DEADLINE, () -> Files.move(file, aside))
                    .await();
            error(aside)
                    .addKeyValue("failure", reason)
                    .log("usage file cannot be used and was renamed, usage starts at 0; " + ADVICE);
        } catch (IOException e) {
            keeps = false;
            error(file)
                    .addKeyValue("failure", reason)
                    .log("usage file can be neither used nor renamed, usage starts at 0 and is not stored; " + ADVICE);
        }
    }

    private LoggingEventBuilder error(Path shown) {
        return LOG.atError().addKeyValue("cluster", cluster).addKeyValue("file", shown);
    }

    @Override
    public boolean keeps() {
        return keeps;
    }

    @Override
    public void save(UsageState state) {
        unwritten.set(Optional.of(state));
        if (!failing && writingSince.filter(this::hangs).isPresent()) {
            failing = true;
            error(file).log("writing the usage file hangs, usage is not stored; check the file system");
        }
    }

    private boolean hangs(Instant since) {
        return Duration.between(since, clock.instant()).compareTo(MAX_WRITE) >= 0;
    }

    /** Returns the cluster and the time since the file had the newest usage. */
    public Map.Entry<String, Duration> age() {
        return Map.entry(cluster, Duration.between(storedAt, clock.instant()));
    }

    void write() {
        Optional<UsageState> state = unwritten.getAndSet(Optional.empty()).filter(unused -> keeps);
        if (state.isPresent()) {
            writingSince = Optional.of(clock.instant());
            write(state.get());
            writingSince = Optional.empty();
        }
        if (keeps && !failing) {
            storedAt = clock.instant();
        }
    }

    private void write(UsageState state) {
        try {
            if (!ours && Files.exists(file)) {
                moveAside("the file did not exist when the exporter started");
            }
            if (keeps) {
                replacement.write(file, StoredUsage.encode(cluster, state));
                ours = true;
            }
            failing = false;
        } catch (IOException | RuntimeException e) {
            if (!failing) {
                error(file)
                        .addKeyValue("failure", e.toString())
                        .log("cannot write the usage file; check that the directory exists and is writable");
            }
            failing = true;
        }
    }

    private static void replace(Path file, byte[] bytes) throws IOException {
        if (bytes.length > MAX_BYTES) {
            throw new IOException("the usage needs " + bytes.length + " bytes, at most " + MAX_BYTES
                    + " are stored; raise the memory limit");
        }
        Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
        // What has this name may be a link to another file, or a pipe without a reader.
        Files.deleteIfExists(temporary);
        try (FileChannel channel =
                FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Writes the newest state, and waits a few seconds for the end of the write. */
    @Override
    public void close() {
        writer.execute(this::write);
        writer.shutdown();
        try {
            if (!writer.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                error(file).log("usage file was not written in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
