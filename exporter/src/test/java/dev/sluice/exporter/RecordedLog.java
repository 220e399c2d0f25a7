package dev.sluice.exporter;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Records the events of one logger until the recorder is closed. The events are not printed. */
public final class RecordedLog implements AutoCloseable {

    private final Logger logger;
    private final List<LogRecord> events = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord event) {
            synchronized (events) {
                events.add(event);
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    private RecordedLog(Logger logger) {
        this.logger = logger;
    }

    /** Starts recording events of the given level and above. */
    public static RecordedLog of(String name, Level level) {
        RecordedLog log = new RecordedLog(Logger.getLogger(name));
        log.logger.setUseParentHandlers(false);
        log.logger.setLevel(level);
        log.logger.addHandler(log.handler);
        return log;
    }

    public List<LogRecord> events() {
        synchronized (events) {
            return List.copyOf(events);
        }
    }

    /** Returns the level and the message of each event: {@code WARNING source=jobs source failed}. */
    public List<String> lines() {
        return events().stream()
                .map(event -> event.getLevel() + " " + event.getMessage())
                .toList();
    }

    @Override
    public void close() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
        logger.setLevel(null);
    }
}
