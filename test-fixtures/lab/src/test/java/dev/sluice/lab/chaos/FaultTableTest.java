package dev.sluice.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class FaultTableTest {

    static final String PAGE = "docs/internals/chaos.md";
    static final String BEGIN = "<!-- table of .ci/chaos -->\n";
    static final String HEAD = """


            | class | what happens | slowest /livez (s) | oldest data of the neighbour (s) | healed (s) | metric (s) |
            |---|---|---:|---:|---:|---:|
            """;
    static final String END = "<!-- end of table -->";

    /** To update the page after a change of the attacks: {@code .ci/chaos --table}. */
    @Test
    void thePageHasARowForEachAttackAndNoOther() throws IOException {
        String text = Files.readString(GoldenFile.repositoryRoot().resolve(PAGE));
        String table = text.substring(text.indexOf(BEGIN), text.indexOf(END));
        assertThat(Pattern.compile("(?m)^\\| `([a-z0-9-]+)` \\|").matcher(table).results())
                .map(row -> row.group(1))
                .containsExactlyInAnyOrderElementsOf(
                        Attacks.all().map(Attack::name).toList());
    }
}
