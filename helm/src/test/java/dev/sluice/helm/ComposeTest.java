package dev.sluice.helm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Compares the compose file of {@code ./sluice demo --compose} with the files that the compose file uses, and with the
 * launcher.
 */
class ComposeTest {

    private static final Path ROOT = GoldenFile.repositoryRoot();
    private static final Path FOLDER = ROOT.resolve("test-fixtures/compose");

    private static Map<String, Object> read(String file) throws IOException {
        return Yaml.file(FOLDER.resolve(file));
    }

    private static List<Map<String, Object>> services() throws IOException {
        return Yaml.mapAt(read("compose.yaml"), "services").values().stream()
                .map(Yaml::map)
                .toList();
    }

    private static Stream<String> texts(Map<String, Object> service, String key) {
        return Yaml.at(service, key).stream()
                .flatMap(list -> ((List<?>) list).stream())
                .map(Object::toString);
    }

    @Test
    void imagesHaveAVersionAndPortsAreThoseOfLoopback() throws Exception {
        assertThat(services())
                .hasSize(4)
                .allSatisfy(service -> assertThat(Yaml.text(service, "image")).matches("docker\\.io/.+:v?\\d[\\w.-]*"))
                .allSatisfy(
                        service -> assertThat(texts(service, "ports")).allMatch(port -> port.startsWith("127.0.0.1:")));
    }

    @Test
    void mountedFilesAreThereAndCannotBeChanged() throws Exception {
        assertThat(services().stream().flatMap(service -> texts(service, "volumes")))
                .hasSize(5)
                .allSatisfy(volume ->
                        assertThat(FOLDER.resolve(volume.split(":", 2)[0])).exists())
                .allMatch(volume -> volume.endsWith(":ro"));
    }

    @Test
    void filesThatCommandsNameAreMounted() throws Exception {
        Pattern mounted = Pattern.compile("/sluice/(.+)");
        List<String> named = services().stream()
                .flatMap(service -> texts(service, "command"))
                .flatMap(argument -> mounted.matcher(argument).results())
                .map((MatchResult result) -> result.group(1))
                .toList();

        assertThat(named)
                .hasSize(3)
                .allSatisfy(file -> assertThat(ROOT.resolve(file)).exists());
    }

    @Test
    void prometheusScrapesThePortsOfTheDemoAndPublishesThem() throws Exception {
        String launcher = Files.readString(ROOT.resolve("sluice"));
        List<String> targets = Yaml.everyMap(read("prometheus.yml"))
                .filter(map -> map.containsKey("job_name"))
                .flatMap(job -> Yaml.listAt(job, "static_configs").stream())
                .flatMap(config -> texts(config, "targets"))
                .toList();

        assertThat(targets).hasSize(2).allSatisfy(target -> {
            assertThat(target).startsWith("127.0.0.1:");
            assertThat(launcher).contains("$(port_or_free " + target.substring(target.indexOf(':') + 1) + ")");
        });
        assertThat(Yaml.text(read("grafana/datasources/prometheus.yaml"), "datasources"))
                .contains("url=http://127.0.0.1:9090");
    }
}
