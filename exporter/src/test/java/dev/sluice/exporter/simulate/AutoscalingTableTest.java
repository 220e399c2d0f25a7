package dev.sluice.exporter.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table in docs/autoscaling.md is what the command prints. */
class AutoscalingTableTest {

    private static final Path DOCUMENT = Path.of("docs/autoscaling.md");
    private static final String BEGIN = "<!-- table: begin -->\n";
    private static final String END = "<!-- table: end -->\n";

    @Test
    void holdsWhatTheCommandPrints() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);

        assertThat(new SimulateMain(stream, stream).run(List.of("--markdown"))).isZero();

        String text =
                Files.readString(GoldenFile.repositoryRoot().resolve(DOCUMENT)).replace("\r\n", "\n");
        assertThat(text).containsOnlyOnce(BEGIN).containsOnlyOnce(END);
        String before = text.substring(0, text.indexOf(BEGIN) + BEGIN.length());
        String after = text.substring(text.indexOf(END));
        GoldenFile.at(DOCUMENT).matches(before + out.toString(StandardCharsets.UTF_8) + after);
    }
}
