package dev.sluice.exporter;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;

/** Records the events of one logger until the recorder is closed. The events are not printed. */
public final class RecordedLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Logger logger;
    private final List<String> lines = new ArrayList<>();

    private RecordedLog(Logger logger) {
        this.logger = logger;
    }

    /** Starts recording events of the given level and above. */
    public static RecordedLog of(Class<?> logging, Level level) {
        RecordedLog log = new RecordedLog((Logger) LoggerFactory.getLogger(logging));
        log.logger.setAdditive(false);
        log.logger.setLevel(level);
        log.start();
        log.logger.addAppender(log);
        return log;
    }

    @Override
    protected void append(ILoggingEvent event) {
        String fields = Objects.requireNonNullElse(event.getKeyValuePairs(), List.<KeyValuePair>of()).stream()
                .map(pair -> pair.key + "=" + pair.value + " ")
                .collect(Collectors.joining());
        synchronized (lines) {
            lines.add(event.getLevel() + " " + fields + event.getFormattedMessage());
        }
    }

    /** Returns the level and the message of each event: {@code WARN source=jobs source failed}. */
    public List<String> lines() {
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        logger.setAdditive(true);
        logger.setLevel(null);
    }
}
