package dev.sluice.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the results in docs/autoscaling.md, which are the output of {@code ./sluice simulate}. */
@Tag("slow")
class AutoscalingTableTest {

    private static final Path DOCUMENT = Path.of("docs/autoscaling.md");
    private static final String BEGIN = "<!-- table: begin -->\n";
    private static final String END = "<!-- table: end -->\n";

    @Test
    void holdsWhatTheCommandPrints() throws IOException {
        StringWriter results = new StringWriter();
        SimulateMain.run(new PrintWriter(results), new PrintWriter(new StringWriter()));
        String text =
                Files.readString(GoldenFile.repositoryRoot().resolve(DOCUMENT)).replace("\r\n", "\n");
        assertThat(text).containsOnlyOnce(BEGIN).containsOnlyOnce(END);
        String before = text.substring(0, text.indexOf(BEGIN) + BEGIN.length());
        String after = text.substring(text.indexOf(END));
        GoldenFile.at(DOCUMENT).matches(before + results + after);
    }
}
