package dev.sluice.exporter.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests the list of the adapter's own metrics in the adapter's document. Dashboards may use these metrics. */
class AdapterSeriesTest {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `adapter: (sluice_adapter_\\w+)` \\| ([^|]*)\\|");
    private static final Pattern LABEL = Pattern.compile("`(\\w+)`");

    @Test
    void seriesOfTheAdapterHaveTheLabelsOfItsDocument() throws IOException {
        Map<String, Set<String>> used = new HashMap<>();
        ForeignSeries.labels().forEach((name, labels) -> {
            if (name.startsWith("sluice_adapter_")) {
                used.put(
                        name.replace("_bucket", ""),
                        labels.stream().filter(label -> !label.equals("le")).collect(Collectors.toSet()));
            }
        });

        assertThat(used).isNotEmpty();
        assertThat(documented()).containsAllEntriesOf(used);
    }

    private static Map<String, Set<String>> documented() throws IOException {
        Path document = GoldenFile.repositoryRoot().resolve("docs/autoscaler-adapter.md");
        return ROW.matcher(Files.readString(document))
                .results()
                .collect(Collectors.toMap(
                        row -> row.group(1),
                        row -> LABEL.matcher(row.group(2))
                                .results()
                                .map(label -> label.group(1))
                                .collect(Collectors.toSet())));
    }
}
