package dev.sluice.exporter.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the table of sources in docs/operations.md with the enum. */
class SlurmSourceTest {

    @ParameterizedTest
    @EnumSource
    void standsInTheTableOfSourcesWithItsInterval(SlurmSource source) throws IOException {
        String interval = switch (source.pace()) {
            case INTERVAL -> "`poll.interval`";
            case SLOW -> "`poll.slowInterval`";
            case ACCOUNTING -> "`poll.accountingInterval`";
        };
        List<String> rows = Files.readAllLines(GoldenFile.repositoryRoot().resolve("docs/operations.md")).stream()
                .filter(line -> line.startsWith("| `"))
                .filter(line -> line.split("\\|", -1)[1].contains("`" + source.label() + "`"))
                .toList();

        assertThat(rows).singleElement().asString().contains("| " + interval + " |");
    }
}
