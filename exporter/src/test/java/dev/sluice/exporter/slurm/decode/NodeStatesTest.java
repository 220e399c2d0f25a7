package dev.sluice.exporter.slurm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.truth.tool.SinfoState;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests every combination of flags that was produced on a real cluster. The exporter must show the same state as sinfo.
 */
class NodeStatesTest {

    static Stream<String> seen() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(NodeStatesTest.class.getResourceAsStream("/slurm/node-states.txt"))) {
            return new String(in.readAllBytes(), UTF_8).lines().filter(line -> !line.startsWith("#")).toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("seen")
    void showsWhatSinfoShows(String line) throws Exception {
        String[] both = line.split(" ", -1);
        String flags = Arrays.stream(both[0].split("\\+", -1))
                .map(flag -> "\"" + flag + "\"")
                .collect(Collectors.joining(","));
        byte[] body = ("{\"nodes\":[{\"name\":\"n1\",\"state\":[" + flags + "]}]}").getBytes(UTF_8);
        // When a job ends, sinfo shows the same word for a node that becomes idle and for a node with other running
        // jobs.
        String expected =
                both[1].startsWith("completing") && !both[0].startsWith("MIXED") ? "allocated" : SinfoState.of(both[1]);

        assertThat(Answers.nodes(body).records().get(0).state().label()).isEqualTo(expected);
    }
}
