package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;

/** How the API writes JSON: times are RFC 3339 in UTC, durations are seconds to the millisecond. */
public final class JsonDocument {

    private static final int MIN_PIECE = 32 * 1024;

    private JsonDocument() {}

    /** What stands in a document. */
    @FunctionalInterface
    public interface Content {
        void write(JsonGenerator json) throws IOException;
    }

    public static byte[] encode(Content content) {
        var out = new ByteArrayOutputStream();
        try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
            content.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** The same, in pieces of at least 32 KiB but for the last; each part is written when its piece is asked for. */
    static Iterator<Buffer> pieces(List<Content> parts) {
        return new Pieces(parts.iterator());
    }

    private static final class Pieces implements Iterator<Buffer> {

        private final Iterator<Content> parts;
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private final JsonGenerator json;

        Pieces(Iterator<Content> parts) {
            this.parts = parts;
            try {
                this.json = new JsonFactory().createGenerator(out);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public boolean hasNext() {
            return parts.hasNext();
        }

        @Override
        public Buffer next() {
            try {
                while (parts.hasNext() && out.size() < MIN_PIECE) {
                    parts.next().write(json);
                    json.flush();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            Buffer piece = Buffer.buffer(out.toByteArray());
            out.reset();
            return piece;
        }
    }

    static void seconds(JsonGenerator json, String name, Duration duration) throws IOException {
        json.writeFieldName(name);
        json.writeNumber(
                BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros().toPlainString());
    }

    /** When something was observed, and how long ago that is; never negative. */
    public static void age(JsonGenerator json, Instant observedAt, Instant now) throws IOException {
        Duration age = Duration.between(observedAt, now);
        json.writeStringField("observedAt", observedAt.toString());
        seconds(json, "ageSeconds", age.isNegative() ? Duration.ZERO : age);
    }
}
