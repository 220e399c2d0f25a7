package dev.sluice.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
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
                    --scene night                      | expected one of [BUSY, EMPTY]
                    --colour red                       | --colour
                    """)
    void refusesBadOptions(String options, String message) {
        assertThat(run(options.split(" ", -1))).isEqualTo(2);
        assertThat(err.toString()).contains(message);
        assertThat(out.toString()).isEmpty();
    }

    private int run(String... arguments) {
        return SimulatorMain.run(new PrintWriter(out), new PrintWriter(err, true), arguments);
    }
}
