package dev.sluice.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.exporter.config.LogConfig;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class LogLineTest {

    private static final String NAME = "dev.sluice.exporter.logline";
    private static final Logger LOG = LoggerFactory.getLogger(NAME);

    private final java.util.logging.Logger target = java.util.logging.Logger.getLogger(NAME);
    private final List<LogRecord> events = new ArrayList<>();
    private final List<Instant> loggedAt = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord event) {
            loggedAt.add(event.getInstant());
            event.setInstant(Instant.parse("2026-11-20T08:00:00.123456Z"));
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

    private String line(LogConfig.Format format) {
        assertThat(events).hasSize(1);
        return new LogLine(format).format(events.get(0));
    }

    private JsonNode json() throws IOException {
        String line = line(LogConfig.Format.JSON);
        assertThat(line).endsWith("}\n").containsOnlyOnce("\n");
        return new ObjectMapper().readTree(line);
    }

    @ParameterizedTest
    @EnumSource(LogConfig.Format.class)
    void showsNothingThatATerminalObeysAndNoToken(LogConfig.Format format) {
        LOG.atWarn()
                .addKeyValue("failure", "\u001b[2Jcleared\r\n2026 ERROR forged \u202e eyJhbGciOiJIUzI1NiJ9.e30.c2ln")
                .setCause(new IOException("\u001b]0;title\u0007"))
                .log("source \u009bfails");

        assertThat(line(format))
                .contains("?[2Jcleared  2026 ERROR forged ? [secret]", "source ?fails", "?]0;title?")
                .doesNotContain("eyJ")
                .doesNotContainPattern("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202e]|\\\\u00");
    }

    @Test
    void jsonHasAMemberForEachKeyValue() {
        LOG.atWarn()
                .addKeyValue("cluster", "alpha")
                .addKeyValue("kind", "timeout")
                .addKeyValue("refused", 3)
                .log("source fails");

        assertThat(line(LogConfig.Format.JSON))
                .isEqualTo("{\"time\":\"2026-11-20T08:00:00.123Z\",\"level\":\"WARN\","
                        + "\"logger\":\"dev.sluice.exporter.logline\",\"message\":\"source fails\","
                        + "\"cluster\":\"alpha\",\"kind\":\"timeout\",\"refused\":3}\n");
    }

    @Test
    void textHasThemInFrontOfThePhrase() {
        LOG.atWarn().addKeyValue("cluster", "alpha").addKeyValue("refused", 3).log("source fails");

        assertThat(line(LogConfig.Format.TEXT))
                .isEqualTo("2026-11-20T08:00:00.123Z WARN cluster=alpha refused=3 source fails\n");
    }

    @Test
    void keysThatJsonHasItselfGetAnotherName() throws IOException {
        LOG.atInfo().addKeyValue("message", "m").addKeyValue("level", 7).log("phrase");

        JsonNode json = json();
        assertThat(json.get("message").asText()).isEqualTo("phrase");
        assertThat(json.get("level").asText()).isEqualTo("INFO");
        assertThat(json.get("field_message").asText()).isEqualTo("m");
        assertThat(json.get("field_level").asInt()).isEqualTo(7);
    }

    @Test
    void jsonEscapesWhateverAValueHolds() throws IOException {
        LOG.atError()
                .addKeyValue("failure", "\"quoted\"\n\\ \u0001 ä {0}")
                .addKeyValue("odd \"key\"", Double.NaN)
                .addKeyValue("nothing", (Object) null)
                .addKeyValue("well", true)
                .log("phrase with {0} and {}");

        JsonNode json = json();
        assertThat(json.get("failure").asText()).isEqualTo("\"quoted\" \\ ? ä {0}");
        assertThat(json.get("odd \"key\"").asText()).isEqualTo("NaN");
        assertThat(json.get("nothing").asText()).isEqualTo("null");
        assertThat(json.get("well").asBoolean()).isTrue();
        assertThat(json.get("message").asText()).isEqualTo("phrase with {0} and {}");
    }

    @Test
    void argumentsOfAPhraseAreFilledIn() {
        LOG.info("read {} of {}", 1, "two");

        assertThat(line(LogConfig.Format.TEXT)).endsWith(" INFO read 1 of two\n");
    }

    @Test
    void stackTraceIsPartOfTheMessage() throws IOException {
        LOG.atError()
                .setCause(new IllegalStateException("why"))
                .addKeyValue("cluster", "alpha")
                .log("broken");

        assertThat(json().get("message").asText()).startsWith("broken\njava.lang.IllegalStateException: why\n\tat ");
        assertThat(json().get("cluster").asText()).isEqualTo("alpha");
    }

    @Test
    void eventsOfLibrariesHaveNoFields() {
        target.log(Level.WARNING, "library says {0}", "so");

        assertThat(line(LogConfig.Format.JSON)).endsWith("\"message\":\"library says so\"}\n");
    }

    @Test
    void eventsAreDatedWhenTheyAreLogged() {
        Instant before = Instant.now();

        LOG.atInfo().addKeyValue("cluster", "alpha").log("one");
        LOG.info("two");

        assertThat(loggedAt).hasSize(2).allSatisfy(at -> assertThat(at).isBetween(before, Instant.now()));
    }

    @Test
    void levelsAreThoseOfJavaUtilLogging() {
        target.setLevel(Level.FINE);

        assertThat(LOG.isTraceEnabled()).isFalse();
        assertThat(LOG.isDebugEnabled()).isTrue();
        LOG.atTrace().log("not heard");
        LOG.atDebug().log("heard");
        assertThat(line(LogConfig.Format.TEXT)).endsWith(" DEBUG heard\n");
    }
}
