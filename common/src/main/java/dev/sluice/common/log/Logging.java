package dev.sluice.common.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.List;
import java.util.logging.LogManager;
import org.slf4j.LoggerFactory;

/**
 * Configures logging to standard error: one line per event, as text or JSON. Logback finds this class by its service
 * file, and then reads no XML.
 */
public final class Logging extends ContextAwareBase implements Configurator {

    /** The level of a process whose configuration is not known yet, and of tests. */
    private static final String LEVEL = "sluice.log.level";

    /** Loggers of libraries whose failures the caller counts and logs itself. */
    private static final List<String> SILENT = List.of("io.vertx.core.http", "io.vertx.core.net");

    /** Replaces the previous configuration. Below WARN, libraries report only their own lifecycle. */
    public static void configure(LogLayout.Format format, org.slf4j.event.Level level) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        configure(context, format, Level.convertAnSLF4JLevel(level));
    }

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        configure(context, LogLayout.Format.TEXT, Level.toLevel(System.getProperty(LEVEL), Level.WARN));
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    private static void configure(LoggerContext context, LogLayout.Format format, Level level) {
        // OpenTelemetry logs its failures, which the exporter counts and logs itself.
        LogManager.getLogManager().reset();
        LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
        encoder.setContext(context);
        encoder.setLayout(new LogLayout(format));
        encoder.start();
        ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
        console.setContext(context);
        console.setTarget("System.err");
        console.setEncoder(encoder);
        console.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(level.isGreaterOrEqual(Level.WARN) ? level : Level.WARN);
        root.addAppender(console);
        context.getLogger("dev.sluice").setLevel(level);
        SILENT.forEach(name -> context.getLogger(name).setLevel(Level.OFF));
    }
}
