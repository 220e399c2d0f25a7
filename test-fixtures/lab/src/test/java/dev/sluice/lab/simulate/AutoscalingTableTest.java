package dev.sluice.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests the table in docs/autoscaling.md, which is the output of {@code ./sluice simulate --markdown}. A golden file has
 * the output of {@code ./sluice simulate}.
 */
@Tag("slow")
class AutoscalingTableTest {

    private static final Path DOCUMENT = Path.of("docs/autoscaling.md");
    private static final Path RESULTS = Path.of("test-fixtures/lab/src/test/resources/golden/simulation.txt");
    private static final String BEGIN = "<!-- table: begin -->\n";
    private static final String END = "<!-- table: end -->\n";

    @Test
    void holdsWhatTheCommandPrints() throws IOException {
        ResultTable results = ResultTable.of(SimulateMain.scenarios(), List.of());

        GoldenFile.at(RESULTS).matches(results.text());
        String text =
                Files.readString(GoldenFile.repositoryRoot().resolve(DOCUMENT)).replace("\r\n", "\n");
        assertThat(text).containsOnlyOnce(BEGIN).containsOnlyOnce(END);
        String before = text.substring(0, text.indexOf(BEGIN) + BEGIN.length());
        String after = text.substring(text.indexOf(END));
        GoldenFile.at(DOCUMENT).matches(before + results.markdown() + after);
    }
}
