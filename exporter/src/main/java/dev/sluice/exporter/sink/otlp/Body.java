package dev.sluice.exporter.sink.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.opentelemetry.sdk.common.export.Compressor;
import io.opentelemetry.sdk.common.export.MessageWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The bytes of a message, and of an explanation. */
final class Body {

    private static final int LONGEST_TEXT = 300;

    private Body() {}

    static byte[] of(MessageWriter message, @Nullable Compressor compressor) {
        var bytes = new ByteArrayOutputStream(compressor == null ? message.getContentLength() : 16 * 1024);
        try (OutputStream out = compressor == null ? bytes : compressor.compress(bytes)) {
            message.writeMessage(out);
        } catch (IOException e) {
            throw new UncheckedIOException("not even into memory", e);
        }
        return bytes.toByteArray();
    }

    /** What a refusal says, for one line of a log. */
    static String explanation(Answer answer) {
        Optional<String> type = answer.header("Content-Type");
        boolean protobuf = type.filter(name -> name.toLowerCase(Locale.ROOT).contains("protobuf"))
                .isPresent();
        String text = protobuf ? PartialSuccess.statusMessage(answer.body()) : new String(answer.body(), UTF_8);
        String line = text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return "status " + answer.status() + (line.isEmpty() ? "" : ": " + shortened(line));
    }

    static String shortened(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "...";
    }
}
