package dev.sluice.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The demo and the rendered dashboards run the command with its options. */
class SimulatorMainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    --port x                           | 'x' is not an int
                    --port                             | Missing required parameter for option '--port'
                    --speed 0                          | --speed must be above 0
                    --scene night                      | expected one of [BUSY, LARGE, EMPTY]
                    --colour red                       | --colour
                    --token-file /nowhere/token        | cannot be read
                    --kubernetes --hpa-window soon     | a time such as 90s
                    --kubernetes --return-to-service 1 | --return-to-service must be 0 or 2
                    --kubernetes-port 6443             | Missing required argument(s): --kubernetes
                    """)
    void refusesBadOptions(String options, String message) {
        assertThat(run(options.split(" ", -1))).isEqualTo(2);
        assertThat(err.toString()).contains(message);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void refusesAnEmptyTokenFile(@TempDir Path directory) throws Exception {
        Path empty = Files.writeString(directory.resolve("token"), "\n");
        assertThat(run("--token-file", empty.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("is empty");
    }

    private int run(String... arguments) {
        return SimulatorMain.run(new PrintWriter(out), new PrintWriter(err, true), arguments);
    }
}
