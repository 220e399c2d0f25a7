package dev.sluice.exporter.poll;

import dev.sluice.exporter.model.FailureKind;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Logs the failures and recoveries of the sources of one cluster: one line per cause, with the names of all sources
 * that failed within 1 s. A source that later fails for the same cause is logged at debug. Used on one event loop.
 */
public final class SourceLog {

    private static final Logger LOG = LoggerFactory.getLogger(SourceLog.class);

    private static final Duration WINDOW = Duration.ofSeconds(1);

    private final String cluster;
    private final Consumer<Runnable> later;
    private final Map<Change, List<String>> pending = new LinkedHashMap<>();
    private final Map<String, Change> failing = new HashMap<>();

    /** An event without its source. */
    private record Change(Level level, Map<String, String> fields, String phrase) {

        static Change failure(Level level, FailureKind kind, String message) {
            Map<String, String> fields = new LinkedHashMap<>();
            fields.put("kind", kind.label());
            fields.put("failure", message);
            return new Change(level, fields, "source failed");
        }
    }

    /**
     * @param later runs a task after the collection window, on the same event loop
     */
    SourceLog(String cluster, Consumer<Runnable> later) {
        this.cluster = cluster;
        this.later = later;
    }

    public static SourceLog of(Vertx vertx, String cluster) {
        return new SourceLog(cluster, task -> vertx.setTimer(WINDOW.toMillis(), unused -> task.run()));
    }

    String cluster() {
        return cluster;
    }

    /**
     * Logs the failure of a source.
     *
     * @param repeated whether the failure is already logged
     */
    public void failed(String source, FailureKind kind, String message, boolean repeated) {
        Change change = Change.failure(Level.WARN, kind, message);
        boolean known = failing.containsValue(change) && !pending.containsKey(change);
        failing.put(source, change);
        if (repeated || known) {
            log(Change.failure(Level.DEBUG, kind, message), List.of(source));
        } else {
            collect(change, source);
        }
    }

    public void recovered(String source) {
        failing.remove(source);
        collect(new Change(Level.INFO, Map.of(), "source recovered"), source);
    }

    void absent(String source, String reason) {
        failing.remove(source);
        collect(new Change(Level.INFO, Map.of("reason", reason), "source not available"), source);
    }

    void problem(String source, String problem) {
        collect(new Change(Level.WARN, Map.of("problem", problem), "source reports a problem"), source);
    }

    void flush() {
        Map<Change, List<String>> changes = new LinkedHashMap<>(pending);
        pending.clear();
        changes.forEach(this::log);
    }

    private void collect(Change change, String source) {
        boolean first = pending.isEmpty();
        List<String> sources = pending.computeIfAbsent(change, unused -> new ArrayList<>());
        if (!sources.contains(source)) {
            sources.add(source);
        }
        if (first) {
            later.accept(this::flush);
        }
    }

    private void log(Change change, List<String> sources) {
        LoggingEventBuilder event = LOG.atLevel(change.level())
                .addKeyValue("cluster", cluster)
                .addKeyValue("source", String.join(",", sources));
        for (Map.Entry<String, String> field : change.fields().entrySet()) {
            event = event.addKeyValue(field.getKey(), field.getValue());
        }
        event.log(change.phrase());
    }
}
