package dev.sluice.helm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Workflows are YAML, may only read unless a job says otherwise, and run actions of a commit, not of a tag. */
class WorkflowsTest {

    static List<Path> workflows() throws IOException {
        try (Stream<Path> files =
                Files.list(GoldenFile.repositoryRoot().resolve(".github").resolve("workflows"))) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("workflows")
    void actionsArePinnedAndRightsAreFew(Path file) throws IOException {
        Map<String, Object> workflow = Yaml.document(Files.readString(file));

        assertThat(workflow).containsEntry("permissions", Map.of("contents", "read"));
        assertThat(Yaml.everyMap(workflow)
                        .filter(step -> step.containsKey("uses"))
                        .map(step -> String.valueOf(step.get("uses"))))
                .isNotEmpty()
                .allMatch(action -> action.matches("[\\w./-]+@[0-9a-f]{40}"));
    }
}
