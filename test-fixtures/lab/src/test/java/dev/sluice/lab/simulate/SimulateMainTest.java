package dev.sluice.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulateMainTest {

    private static final Path SYNTHETIC =
            GoldenFile.repositoryRoot().resolve("test-fixtures/src/main/resources/swf/synthetic.swf");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path directory;

    @Test
    void printsOneScenario() {
        assertThat(run("--scenario", "gang")).isZero();
        // Each of eight nodes runs for the time of a start, for half an hour, and for the rest of the window. With
        // power saving, a node runs for a full window; with the oracle, without a window.
        assertThat(out).hasToString("""
                gang: one 8-node job of 30 min

                | signal              | node-hours | peak nodes | mean wait s | p95 s | max s | busy drained | never started | starved |
                |---------------------|------------|------------|-------------|-------|-------|--------------|---------------|---------|
                | power saving        | 5.1        | 8          | 180         | 180   | 180   | 0            | 0             | 0       |
                | Sluice              | 5.1        | 8          | 200         | 200   | 200   | 0            | 0             | 0       |
                | busy + pending jobs | 2.0        | 1          | -           | -     | -     | 0            | 1             | 1       |
                | pending jobs        | 2.0        | 1          | -           | -     | -     | 0            | 1             | 1       |
                | static maximum      | 32.0       | 16         | 0           | 0     | 0     | 0            | 0             | 0       |
                | oracle              | 4.4        | 8          | 0           | 0     | 0     | 0            | 0             | 0       |
                """);
        assertThat(err.toString()).isEmpty();
    }

    @Tag("slow")
    @Test
    void replaysTheSyntheticTrace() {
        assertThat(run("--trace", SYNTHETIC.toString(), "--node-set", "batch:max=64,cpus=128"))
                .isZero();
        assertThat(out.toString()).startsWith("synthetic.swf: 383 jobs on 1 NodeSets\n");
        assertThat(err).hasToString(SYNTHETIC + ": skipped 17 lines: cancelled before it ran\n");
        List<String> sluice = columns("Sluice");
        // The last columns are the jobs that never started or starved.
        assertThat(sluice.subList(sluice.size() - 2, sluice.size())).containsOnly("0");
        assertThat(Double.parseDouble(sluice.get(1)))
                .isGreaterThanOrEqualTo(Double.parseDouble(columns("oracle").get(1)));
    }

    @Test
    void replaysATraceOnOneNodeSet() throws IOException {
        // Two jobs need 64 CPUs for half an hour each. Nodes have 64 CPUs, at most one node runs, and a start takes a
        // minute.
        assertThat(replay("""
                1 0 -1 1800 64 -1 -1 64 3600 -1 1 1 1 -1 1 1 -1 -1
                2 0 -1 1800 64 -1 -1 64 3600 -1 1 1 1 -1 1 1 -1 -1
                """, "--node-set", "gpu:max=1,cpus=64,start-delay=60"))
                .isZero();
        assertThat(out.toString()).startsWith("jobs.txt: 2 jobs on 1 NodeSets\n");
        // The jobs wait 20 + 60 s and 20 + 60 + 1800 s. The node exists for 60 + 3600 s and the window: 1.1 h.
        assertThat(columns("Sluice")).startsWith("Sluice", "1.1", "1", "980", "1880", "1880");
    }

    @Test
    void replaysAccountingOnNodeSetsWithPrices() throws IOException {
        assertThat(replay(
                        """
                Partition|Submit|ElapsedRaw|TimelimitRaw|AllocTRES
                gpu|1790000000|1800|60|cpu=96,gres/gpu:a100_1g.10gb=8,node=1
                gpu|1790000000|1800|60|cpu=48,gres/gpu:a100_1g.10gb=4,node=1
                gpu|1790000000|1800|60|cpu=48,gres/gpu:a100_1g.10gb=4,node=1
                long|1790000000|3600|60|cpu=128,node=2
                """,
                        "--node-set",
                        "gpu:max=4,cpus=96,gpus=a100_1g.10gb:8,price=10",
                        "--node-set",
                        "cpu:partitions=short+long,max=8,cpus=64,price=1,start-delay=60",
                        "--node-set",
                        "tiny:partitions=short+long,max=8,cpus=32,price=0.1"))
                .isZero();
        assertThat(out.toString()).startsWith("jobs.txt: 4 jobs on 3 NodeSets\n");
        // The nodes of NodeSet tiny are too small for the job on whole nodes.
        // Two GPU nodes run for 180 + 1800 + 285 s. Two nodes at a tenth of the price run for 60 + 3600 + 285 s.
        assertThat(columns("Sluice")).startsWith("Sluice", "3.5", "15.0", "4", "170", "200", "200");
        // Without windows: 2 x (180 + 1800) x 10 + 2 x (60 + 3600).
        assertThat(columns("oracle")).startsWith("oracle", "3.1", "13.0");
        // Three nodes for partition gpu, and one node for partition long in each of its two NodeSets.
        assertThat(columns("busy + pending jobs").get(3)).isEqualTo("5");
    }

    @Test
    void addsRowsForOtherSettings() throws IOException {
        assertThat(replay(
                        """
                Submit|ElapsedRaw|TimelimitRaw|AllocTRES
                1790000000|1800|60|cpu=64,node=1
                """,
                        "--node-set",
                        "batch:max=1,cpus=64",
                        "--what-if",
                        "window=60",
                        "--what-if",
                        "spares=1,window=0"))
                .isZero();
        // One node runs for 180 + 1800 s and the rest of the window. Another node is idle for the full 6.5 h of the
        // replay.
        assertThat(columns("Sluice")).startsWith("Sluice", "0.6");
        assertThat(columns("Sluice, window=60")).startsWith("Sluice, window=60", "0.6");
        assertThat(Double.parseDouble(columns("Sluice, spares=1, window=0").get(1)))
                .isBetween(6.5, 7.2);
    }

    /** Replays a job history with these other arguments. */
    private int replay(String history, String... others) throws IOException {
        Path trace = Files.writeString(directory.resolve("jobs.txt"), history);
        return run(Stream.concat(Stream.of("--trace", trace.toString()), Stream.of(others))
                .toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --fast                                                | Unknown option: '--fast'
            --scenario                                            | Missing required parameter for option '--scenario'
            --scenario Z                                          | unknown scenario "Z"; scenarios: burst,
            --scenario gang --trace x --node-set b:max=1,cpus=1   | choose one of
            --trace absent.swf --node-set batch:max=1,cpus=1      | absent.swf: no such file
            --trace x                                             | --trace needs --node-set
            --node-set gpu:max=1,cpus=8                           | --node-set needs --trace
            --trace x --node-set b:max=1,cpus=1 --node-set b:max=2,cpus=1 | two --node-set have the same name
            --what-if window=1                                    | --what-if is for
            --what-if speed=2                                     | "speed=2" is none of aging=, spares=, window=
            --what-if window=soon                                 | must be a whole number from 0 to 604800
            --trace x --node-set gpu                              | is not NAME:max=N,cpus=N
            --trace x --node-set :max=1                           | is not NAME:max=N,cpus=N
            --trace x --node-set gpu:max=1,cpus=8,size=2          | "size=2" is none of cpus=, features=
            --trace x --node-set gpu:cpus=8                       | max must be a whole number from 1 to 100000
            --trace x --node-set gpu:max=1,cpus=8,min=2           | min must be a whole number from 0 to 1
            --trace x --node-set gpu:max=1,cpus=8,gpus=many       | gpus must be in the format of gres.conf
            --trace x --node-set gpu:max=1,cpus=8,price=-1        | price must be a price of a node-hour
            """)
    void saysWhatIsWrong(String arguments, String message) {
        assertThat(run(arguments.split(" ", -1))).isEqualTo(2);
        assertThat(err.toString()).contains(message);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void saysWhereATraceIsWrong() throws IOException {
        assertThat(replay("; MaxNodes: 4\n1 0 x\n", "--node-set", "batch:max=1,cpus=1"))
                .isEqualTo(2);
        assertThat(err)
                .hasToString(directory.resolve("jobs.txt")
                        + ":2: 3 fields, but the format has 18; comments begin with \";\"\n");
    }

    @Test
    void saysWhichPartitionNoNodeSetHas() throws IOException {
        assertThat(replay("""
                Partition|Submit|ElapsedRaw|TimelimitRaw|AllocTRES
                gpu|1790000000|1800|60|cpu=96,node=1
                debug|1790000000|1800|60|cpu=96,node=1
                """, "--node-set", "gpu:max=4,cpus=96")).isEqualTo(2);
        assertThat(err.toString()).contains("no --node-set has partition debug, in which jobs ran");
    }

    @Test
    void explainsItself() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).startsWith("Usage: simulate").contains("--trace=FILE");
    }

    private int run(String... arguments) {
        return SimulateMain.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }

    /** Returns the cells of a row. */
    private List<String> columns(String signal) {
        return out.toString()
                .lines()
                .map(line -> Stream.of(line.split("\\|", -1))
                        .map(String::strip)
                        .filter(cell -> !cell.isEmpty())
                        .toList())
                .filter(cells -> !cells.isEmpty() && cells.get(0).equals(signal))
                .findFirst()
                .orElseThrow();
    }
}
