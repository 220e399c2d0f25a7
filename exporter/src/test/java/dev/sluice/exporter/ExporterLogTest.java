package dev.sluice.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.common.log.LogFormat;
import dev.sluice.common.log.LogLine;
import java.io.IOException;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

class ExporterLogTest {

    private static final String NAME = "dev.sluice.exporter.log";

    private final RecordedLog log = RecordedLog.of(NAME, Level.INFO);

    @AfterEach
    void stopRecording() {
        log.close();
    }

    @ParameterizedTest
    @EnumSource
    void showsNothingThatATerminalObeysAndNoToken(LogFormat format) {
        LoggerFactory.getLogger(NAME)
                .atWarn()
                .addKeyValue("failure", "\u001b[2Jcleared\r\n2026 ERROR forged \u202e eyJhbGciOiJIUzI1NiJ9.e30.c2ln")
                .setCause(new IOException("\u001b]0;title\u0007"))
                .log("source \u009bfails");

        assertThat(log.events()).hasSize(1);
        assertThat(new LogLine(format, ExporterLog.TEXT).format(log.events().get(0)))
                .contains("?[2Jcleared  2026 ERROR forged ? [secret]", "source ?fails", "?]0;title?")
                .doesNotContain("eyJ")
                .doesNotContainPattern("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202e]|\\\\u00");
    }
}
