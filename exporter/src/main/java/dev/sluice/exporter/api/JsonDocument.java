package dev.sluice.exporter.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;

/** How the API writes JSON: times are RFC 3339 in UTC, durations are seconds to the millisecond. */
final class JsonDocument {

    private JsonDocument() {}

    /** What stands in a document. */
    @FunctionalInterface
    interface Content {
        void write(JsonGenerator json) throws IOException;
    }

    static byte[] encode(Content content) {
        var out = new ByteArrayOutputStream();
        try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
            content.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    static void seconds(JsonGenerator json, String name, Duration duration) throws IOException {
        json.writeFieldName(name);
        json.writeNumber(
                BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros().toPlainString());
    }

    /** When something was observed, and how long ago that is; never negative. */
    static void age(JsonGenerator json, Instant observedAt, Instant now) throws IOException {
        Duration age = Duration.between(observedAt, now);
        json.writeStringField("observedAt", observedAt.toString());
        seconds(json, "ageSeconds", age.isNegative() ? Duration.ZERO : age);
    }
}
