package dev.sluice.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Loads each configuration of {@code wrong.txt}, which describes its own format. */
class WrongConfigurationsTest {

    @ParameterizedTest
    @MethodSource
    void saysWhatIsWrong(String yaml, List<String> problems) {
        assertThat(Loaded.messages(yaml)).isEqualTo(problems);
    }

    static List<Arguments> saysWhatIsWrong() throws IOException {
        List<Arguments> cases = new ArrayList<>();
        String file = "%s";
        List<String> problems = new ArrayList<>();
        for (String line : Loaded.resource("wrong.txt").lines().toList()) {
            if (line.startsWith("= ")) {
                file = line.substring(2).replace("\\n", "\n");
            } else if (line.startsWith("  ")) {
                problems.add(line.strip());
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                problems = new ArrayList<>();
                cases.add(arguments(file.replace("%s", line), problems));
            }
        }
        return cases;
    }
}
