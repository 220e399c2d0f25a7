package dev.sluice.helm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Renders helm/sluice/README.md from the comments of values.yaml. */
class ChartReadmeTest {

    private static final Path ROOT = GoldenFile.repositoryRoot();
    private static final Pattern KEY = Pattern.compile("( *)([A-Za-z-]+):(?: (.*))?");

    /** A key of values.yaml, with the path, the literal default, and the comment of the key. */
    private record Key(String path, String value, String comment) {}

    /** A row of the table. Has the name of a key without the program, the default and the comment. */
    private record Row(String name, String value, String comment) {}

    @Test
    void readmeHasEveryKey() throws IOException {
        GoldenFile.at(Path.of("helm/sluice/README.md")).matches(readme(keys()));
    }

    @Test
    void everyKeySaysWhatItIs() throws IOException {
        Map<String, Object> values = Yaml.file(Installation.chart().resolve("values.yaml"));

        assertThat(keys())
                .filteredOn(key -> !key.path().matches("(.*\\.resources|dashboards\\.(annotations|.*Selector))\\..+"))
                .hasSizeGreaterThan(100)
                .allSatisfy(key -> assertThat(key.comment()).as(key.path()).endsWith("."))
                .allSatisfy(key -> assertThat(Yaml.at(values, key.path().split("\\.")))
                        .as(key.path())
                        .isPresent());
    }

    @Test
    void versionIsThatOfThePom() throws IOException {
        Map<String, Object> chart = Yaml.file(Installation.chart().resolve("Chart.yaml"));
        Matcher version =
                Pattern.compile("<version>([^<]+)</version>").matcher(Files.readString(ROOT.resolve("pom.xml")));

        assertThat(version.find()).isTrue();
        String released = version.group(1).replace("-SNAPSHOT", "");
        assertThat(chart).containsEntry("version", released).containsEntry("appVersion", released);
    }

    private static List<Key> keys() throws IOException {
        List<Key> found = new ArrayList<>();
        List<String> comment = new ArrayList<>();
        Deque<String> path = new ArrayDeque<>();
        for (String line : Files.readAllLines(Installation.chart().resolve("values.yaml"))) {
            Matcher key = KEY.matcher(line);
            if (line.strip().startsWith("#")) {
                comment.add(line.strip().substring(1).strip());
            } else if (key.matches()) {
                while (path.size() > key.group(1).length() / 2) {
                    path.removeLast();
                }
                path.addLast(key.group(2));
                String value = key.group(3) == null ? "" : key.group(3);
                found.add(new Key(String.join(".", path), value, String.join(" ", comment)));
                comment.clear();
            } else {
                comment.clear();
            }
        }
        return found;
    }

    private static String readme(List<Key> keys) throws IOException {
        StringBuilder text = new StringBuilder("""
                # The chart sluice

                <!-- Made by ChartReadmeTest from values.yaml: mvn -pl helm -am verify -Dgolden.update=true -->

                The chart needs Kubernetes 1.29 and Helm 3.8, or newer versions. Follow the
                [guide](https://github.com/sluice-project/sluice/tree/main/docs/guides) of your platform.

                ```sh
                ./sluice image --push registry.example.org/hpc
                ./sluice chart --push oci://registry.example.org/hpc
                helm install sluice oci://registry.example.org/hpc/sluice --version 0.1.0 --namespace slurm --set cluster.name=research
                ```

                The defaults fit Slinky's charts (release `slurm`, namespace `slurm`) and the Prometheus Operator. From
                a checkout, with a preset and your pushed images:

                ```sh
                helm install sluice helm/sluice --namespace slurm --values helm/sluice/presets/keda.yaml --values target/images/values.yaml --set cluster.name=research
                ```

                ## Presets

                """);
        for (Installation preset : Installation.presets()) {
            Path file = preset.values().orElseThrow();
            String first = Files.readAllLines(file).stream()
                    .takeWhile(line -> line.startsWith("#"))
                    .map(line -> line.substring(1).strip())
                    .collect(Collectors.joining(" "));
            String name = file.getFileName().toString();
            text.append("- [`presets/%s`](presets/%s): %s\n".formatted(name, name, first));
        }
        text.append("""

                ## Values

                | key | default | meaning |
                |---|---|---|
                """);
        rows(keys).forEach((row, paths) -> {
            if (row.value().isEmpty()) {
                text.append("| **`%s`** | | %s |\n".formatted(String.join("`**, **`", paths), row.comment()));
            } else {
                text.append("| `%s` | `%s` | %s |\n".formatted(String.join("`, `", paths), row.value(), row.comment()));
            }
        });
        return text.toString();
    }

    /** Groups the paths of the keys by row. A key of both the exporter and the adapter has only one row. */
    private static Map<Row, List<String>> rows(List<Key> keys) {
        return keys.stream()
                .filter(key -> !key.comment().isEmpty())
                .collect(Collectors.groupingBy(
                        key -> new Row(
                                key.path().replaceFirst("^(exporter|adapter)\\.", ""), key.value(), key.comment()),
                        LinkedHashMap::new,
                        Collectors.mapping(Key::path, Collectors.toList())));
    }
}
