package dev.sluice.common.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

class LogLayoutTest {

    private static final String NAME = "dev.sluice.common.logline";
    private static final Logger LOG = (Logger) LoggerFactory.getLogger(NAME);

    private final ListAppender<ILoggingEvent> events = new ListAppender<>();

    @BeforeEach
    void listen() {
        events.start();
        LOG.setAdditive(false);
        LOG.setLevel(Level.DEBUG);
        LOG.addAppender(events);
    }

    @AfterEach
    void stopListening() {
        LOG.detachAppender(events);
        LOG.setAdditive(true);
        LOG.setLevel(null);
    }

    private String line(LogLayout.Format format) {
        assertThat(events.list).hasSize(1);
        LoggingEvent event = (LoggingEvent) events.list.get(0);
        event.setInstant(Instant.parse("2026-11-20T08:00:00.123456Z"));
        return new LogLayout(format).doLayout(event);
    }

    private JsonNode json() throws IOException {
        String line = line(LogLayout.Format.JSON);
        assertThat(line).endsWith("}\n").containsOnlyOnce("\n");
        return new ObjectMapper().readTree(line);
    }

    @Test
    void jsonHasAMemberForEachKeyValue() {
        LOG.atWarn()
                .addKeyValue("cluster", "alpha")
                .addKeyValue("kind", "timeout")
                .addKeyValue("refused", 3)
                .log("source failed");

        assertThat(line(LogLayout.Format.JSON))
                .isEqualTo("{\"time\":\"2026-11-20T08:00:00.123Z\",\"level\":\"WARN\","
                        + "\"logger\":\"dev.sluice.common.logline\",\"message\":\"source failed\","
                        + "\"cluster\":\"alpha\",\"kind\":\"timeout\",\"refused\":3}\n");
    }

    @Test
    void textIsLogfmtThatQuotesWhatIsNotOneWord() {
        LOG.atWarn()
                .addKeyValue("refused", 3)
                .addKeyValue("odd \"key\"=", 1)
                .addKeyValue("message", "m")
                .addKeyValue("failure", "the \"key\" is not the certificate's")
                .addKeyValue("reason", "")
                .addKeyValue("query", "a=b")
                .addKeyValue("file", "C:\\tls")
                .log("source failed");

        assertThat(line(LogLayout.Format.TEXT))
                .isEqualTo("2026-11-20T08:00:00.123Z WARN message=\"source failed\" refused=3 odd__key__=1"
                        + " field_message=m failure=\"the \\\"key\\\" is not the certificate's\" reason=\"\""
                        + " query=\"a=b\" file=\"C:\\\\tls\"\n");
    }

    @Test
    void stackTraceIsOneValueOfTheLine() {
        LOG.atError()
                .addKeyValue("cluster", "alpha")
                .setCause(new IllegalStateException("why\n2026-11-20T08:00:00Z INFO\u001b all is well"))
                .log("broken");

        assertThat(line(LogLayout.Format.TEXT))
                .startsWith("2026-11-20T08:00:00.123Z ERROR message=broken cluster=alpha"
                        + " stack_trace=\"java.lang.IllegalStateException: why\\n2026-11-20T08:00:00Z INFO")
                .contains("\\n\\tat dev.sluice.")
                .endsWith("\"\n")
                .containsOnlyOnce("\n")
                .doesNotContain("\u001b");
    }

    /**
     * Text that a terminal would interpret: escape sequences of both kinds, line ends, and a right-to-left override.
     * The text also has a token.
     */
    private static final String HOSTILE =
            "a\u001b[2Jb\u009b31mc\r\n2026-11-20T08:00:00.000Z INFO d\u2028e\u202ef\u0000g"
                    + " eyJhbGciOiJIUzI1NiJ9.e30.c2ln";

    private static final String CLEANED = "a?[2Jb?31mc  2026-11-20T08:00:00.000Z INFO d?e?f?g [secret]";

    @ParameterizedTest
    @EnumSource
    void phrasesValuesAndCausesAreCleaned(LogLayout.Format format) {
        LOG.atWarn()
                .addKeyValue("failure", HOSTILE)
                .setCause(new IllegalStateException("\u001b]0;title\u0007 " + HOSTILE))
                .log("phrase\u0007 {}", HOSTILE);

        assertThat(line(format))
                .contains("phrase? " + CLEANED, "failure", "?]0;title? a?[2Jb?31mc")
                .doesNotContain("eyJ")
                .doesNotContainPattern("[\\x00-\\x09\\x0b-\\x1f\\x7f-\\x9f\\u2028\\u202e]|\\\\u00");
    }

    @Test
    void jsonIsOneObjectWhateverAPhraseACauseAKeyOrAValueHolds() throws IOException {
        LOG.atError()
                .addKeyValue("message", "m")
                .addKeyValue("level", 7)
                .addKeyValue("failure", "\"quoted\"\n\\ \u0001 ä {0}")
                .addKeyValue("odd \"key\"", Double.NaN)
                .addKeyValue("nothing", (Object) null)
                .addKeyValue("well", true)
                .setCause(new IllegalStateException("why"))
                .log("phrase with {0} and {}");

        JsonNode json = json();
        assertThat(json.get("failure").asText()).isEqualTo("\"quoted\" \\ ? ä {0}");
        assertThat(json.get("odd \"key\"").asText()).isEqualTo("NaN");
        assertThat(json.get("nothing").asText()).isEqualTo("null");
        assertThat(json.get("well").asBoolean()).isTrue();
        assertThat(json.get("message").asText())
                .startsWith("phrase with {0} and {}\njava.lang.IllegalStateException: why\n\tat ");
        assertThat(json.get("level").asText()).isEqualTo("ERROR");
        assertThat(json.get("field_message").asText()).isEqualTo("m");
        assertThat(json.get("field_level").asInt()).isEqualTo(7);
    }
}
