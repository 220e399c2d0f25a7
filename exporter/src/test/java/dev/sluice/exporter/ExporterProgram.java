package dev.sluice.exporter;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;

/** Runs the exporter's program without environment variables, and keeps its output. */
final class ExporterProgram {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** Returns the exit code. */
    int run(String... arguments) {
        return new ExporterMain(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), Map.of())
                .run(arguments);
    }

    String out() {
        return out.toString(UTF_8);
    }

    String err() {
        return err.toString(UTF_8);
    }
}
