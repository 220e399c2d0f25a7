package dev.sluice.common.log;

import java.util.List;
import java.util.Objects;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;
import org.slf4j.event.LoggingEvent;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.spi.LoggingEventAware;

/** Passes events to a java.util.logging logger, with their {@link LogFields} as the only parameter. */
final class EventLogger extends LegacyAbstractLogger implements LoggingEventAware {

    private static final long serialVersionUID = 1;

    private final transient java.util.logging.Logger logger;

    EventLogger(String name) {
        this.name = name;
        this.logger = java.util.logging.Logger.getLogger(name);
    }

    @Override
    public void log(LoggingEvent event) {
        if (enabled(event.getLevel())) {
            List<KeyValuePair> pairs = Objects.requireNonNullElse(event.getKeyValuePairs(), List.of());
            LogFields fields = LogFields.of(phrase(event.getMessage(), event.getArgumentArray()), pairs);
            LogRecord entry = entry(event.getLevel(), fields);
            entry.setThrown(event.getThrowable());
            logger.log(entry);
        }
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level,
            @Nullable Marker marker,
            String message,
            @Nullable Object @Nullable [] arguments,
            @Nullable Throwable cause) {
        LogRecord entry = entry(level, LogFields.of(phrase(message, arguments), List.of()));
        entry.setThrown(cause);
        logger.log(entry);
    }

    private LogRecord entry(Level level, LogFields fields) {
        LogRecord entry = new LogRecord(julLevel(level), fields.asText());
        entry.setLoggerName(name);
        entry.setParameters(new Object[] {fields});
        return entry;
    }

    private static String phrase(@Nullable String message, @Nullable Object @Nullable [] arguments) {
        return Objects.requireNonNullElse(MessageFormatter.basicArrayFormat(message, arguments), "");
    }

    private boolean enabled(Level level) {
        return logger.isLoggable(julLevel(level));
    }

    private static java.util.logging.Level julLevel(Level level) {
        return switch (level) {
            case ERROR -> java.util.logging.Level.SEVERE;
            case WARN -> java.util.logging.Level.WARNING;
            case INFO -> java.util.logging.Level.INFO;
            case DEBUG -> java.util.logging.Level.FINE;
            case TRACE -> java.util.logging.Level.FINEST;
        };
    }

    @Override
    protected String getFullyQualifiedCallerName() {
        return EventLogger.class.getName();
    }

    @Override
    public boolean isTraceEnabled() {
        return enabled(Level.TRACE);
    }

    @Override
    public boolean isDebugEnabled() {
        return enabled(Level.DEBUG);
    }

    @Override
    public boolean isInfoEnabled() {
        return enabled(Level.INFO);
    }

    @Override
    public boolean isWarnEnabled() {
        return enabled(Level.WARN);
    }

    @Override
    public boolean isErrorEnabled() {
        return enabled(Level.ERROR);
    }
}
