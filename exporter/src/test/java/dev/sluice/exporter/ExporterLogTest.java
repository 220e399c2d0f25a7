package dev.sluice.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.common.log.LogFormat;
import dev.sluice.common.log.LogLine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

class ExporterLogTest {

    private static final String NAME = "dev.sluice.exporter.log";

    private final java.util.logging.Logger target = java.util.logging.Logger.getLogger(NAME);
    private final List<LogRecord> events = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord event) {
            events.add(event);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        target.setUseParentHandlers(false);
        target.setLevel(Level.INFO);
        target.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        target.removeHandler(handler);
        target.setUseParentHandlers(true);
        target.setLevel(null);
    }

    @ParameterizedTest
    @EnumSource
    void showsNothingThatATerminalObeysAndNoToken(LogFormat format) {
        LoggerFactory.getLogger(NAME)
                .atWarn()
                .addKeyValue("failure", "\u001b[2Jcleared\r\n2026 ERROR forged \u202e eyJhbGciOiJIUzI1NiJ9.e30.c2ln")
                .setCause(new IOException("\u001b]0;title\u0007"))
                .log("source \u009bfails");

        assertThat(events).hasSize(1);
        assertThat(new LogLine(format, ExporterLog.TEXT).format(events.get(0)))
                .contains("?[2Jcleared  2026 ERROR forged ? [secret]", "source ?fails", "?]0;title?")
                .doesNotContain("eyJ")
                .doesNotContainPattern("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202e]|\\\\u00");
    }
}
