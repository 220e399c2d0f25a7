package dev.sluice.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dev.sluice.fixtures.GoldenFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SimulateMainTest {

    private static final Path SYNTHETIC =
            GoldenFile.repositoryRoot().resolve("test-fixtures/src/main/resources/swf/synthetic.swf");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path directory;

    @Test
    void printsOneScenario() {
        assertThat(run("--scenario", "C")).isZero();

        // Each of eight nodes runs for the time of a start, for half an hour, and for the rest of the window. With
        // power saving, a node runs for a full window; with the oracle, without a window.
        assertThat(text(out)).isEqualTo("""
                C: one 8-node job of 30 min

                scenario  signal               peak nodes  node-hours  useful  mean wait s  p95 s  max s  busy drained  un-drained  unused pods  never started  starved

                C         pending jobs                  1         2.0     0.0            -      -      -             0           0            1              1        1
                          busy + pending jobs           1         2.0     0.0            -      -      -             0           0            1              1        1
                          power saving                  8         5.1     4.0          180    180    180             0           0            0              0        0
                          static maximum               16        32.0     4.0            0      0      0             0           0            0              0        0
                          sluice                        8         5.1     4.0          200    200    200             0           0            0              0        0
                          oracle, equal wait            8         4.4     4.0            0      0      0             0           0            0              0        0
                          oracle, equal cost            8         4.4     4.0            0      0      0             0           0            0              0        0
                """);
        assertThat(text(err)).isEmpty();
    }

    @Test
    void printsMarkdown() {
        assertThat(run("--scenario", "C", "--markdown")).isZero();

        assertThat(text(out)).isEqualTo("""
                        | scenario | power saving | sluice | sluice against power saving | busy + pending jobs | pending jobs |
                        |---|---|---|---|---|---|
                        | **C**: one 8-node job of 30 min | 5.1 h, 180 s | 5.1 h, 200 s | +0 % node-hours, +20 s | 2.0 h, 1 never started | 2.0 h, 1 never started |
                        """);
    }

    @Tag("slow")
    @Test
    void replaysTheSyntheticTraceByItsHeader() {
        assertThat(run("--trace", SYNTHETIC.toString())).isZero();

        assertThat(text(out)).startsWith("synthetic.swf: 383 jobs, at most 64 nodes of 128 CPUs\n");
        assertThat(text(err)).isEqualTo(SYNTHETIC + ": skipped 17 lines: cancelled before it ran\n");
        List<String> sluice = columns("sluice");
        // The last columns are the jobs that never started or starved.
        assertThat(sluice.subList(sluice.size() - 2, sluice.size())).containsOnly("0");
        assertThat(Double.parseDouble(sluice.get(2)))
                .isGreaterThanOrEqualTo(
                        Double.parseDouble(columns("oracle, equal wait").get(2)));
    }

    @Test
    void aTraceIsReplayedAsAskedFor() throws IOException {
        // Two jobs need 64 CPUs for half an hour each. Nodes have 64 CPUs, at most one node runs, and a start takes a
        // minute.
        Path trace = Files.writeString(directory.resolve("t.swf"), """
                1 0 -1 1800 64 -1 -1 64 3600 -1 1 1 1 -1 1 1 -1 -1
                2 0 -1 1800 64 -1 -1 64 3600 -1 1 1 1 -1 1 1 -1 -1
                """);

        assertThat(run("--trace", trace.toString(), "--max", "1", "--cpus-per-node", "64", "--start-delay", "60"))
                .isZero();

        assertThat(text(out)).startsWith("t.swf: 2 jobs, at most 1 nodes of 64 CPUs\n");
        // The jobs wait 20 + 60 s and 20 + 60 + 1800 s. The node exists for 60 + 3600 s and the window: 1.1 h.
        assertThat(columns("sluice")).startsWith("sluice", "1", "1.1", "1.0", "980", "1880", "1880");
    }

    @Test
    void replaysAccountingOnNodeSetsWithPrices() throws IOException {
        Path trace = sacct("""
                Partition|Submit|ElapsedRaw|TimelimitRaw|AllocTRES
                gpu|1790000000|1800|60|cpu=96,gres/gpu:h100=8,node=1
                gpu|1790000000|1800|60|cpu=48,gres/gpu:h100=4,node=1
                gpu|1790000000|1800|60|cpu=48,gres/gpu:h100=4,node=1
                long|1790000000|3600|60|cpu=128,node=2
                """);

        assertThat(run(
                        "--trace",
                        trace.toString(),
                        "--node-set",
                        "gpu:max=4,cpus=96,gpus=h100:8,price=10",
                        "--node-set",
                        "cpu:partitions=short+long,max=8,cpus=64,price=1,start-delay=60"))
                .isZero();

        assertThat(text(out)).startsWith("sacct.txt: 4 jobs on 2 NodeSets\n");
        // Two GPU nodes run for 180 + 1800 + 285 s. Two nodes at a tenth of the price run for 60 + 3600 + 285 s.
        assertThat(columns("sluice")).startsWith("sluice", "4", "3.5", "15.0", "3.0", "170", "200", "200");
        // Without windows: 2 x (180 + 1800) x 10 + 2 x (60 + 3600).
        assertThat(columns("oracle, equal wait")).startsWith("oracle, equal wait", "4", "3.1", "13.0");
    }

    @Test
    void asksWhatWouldBeWithOtherSettings() throws IOException {
        Path trace = sacct("""
                Submit|ElapsedRaw|TimelimitRaw|AllocTRES
                1790000000|1800|60|cpu=64,node=1
                """);

        assertThat(run(
                        "--trace",
                        trace.toString(),
                        "--what-if",
                        "window=60",
                        "--what-if",
                        "spares=1,window=0",
                        "--what-if",
                        "drain-target=300"))
                .isZero();

        // One node runs for 180 + 1800 s and the rest of the window. Another node is idle for the full 6.5 h of the
        // replay.
        assertThat(columns("sluice")).startsWith("sluice", "1", "0.6");
        assertThat(columns("sluice, window=60")).startsWith("sluice, window=60", "1", "0.6");
        assertThat(Double.parseDouble(columns("sluice, spares=1, window=0").get(2)))
                .isBetween(6.5, 7.2);
    }

    /**
     * One job of 5 h runs on the only possible node. The seed determines the node failures, and the time that each
     * start takes.
     */
    private List<String> replayed(String nodeSet, String... more) throws IOException {
        Path trace = sacct("""
                Partition|Submit|ElapsedRaw|TimelimitRaw|AllocTRES
                gpu|1790000000|18000|600|cpu=64,node=1
                """);
        out.reset();
        List<String> arguments =
                new ArrayList<>(List.of("--trace", trace.toString(), "--node-set", "gpu:max=1,cpus=64," + nodeSet));
        arguments.addAll(List.of(more));
        assertThat(run(arguments.toArray(String[]::new))).isZero();
        return columns("sluice");
    }

    @Tag("slow")
    @Test
    void startTimesFollowTheirDistribution() throws IOException {
        // The columns are: peak, node-hours, useful hours, mean wait.
        assertThat(replayed("start=60+60+60")).isEqualTo(replayed("start-delay=60"));
        assertThat(replayed("start=lognormal:60:60")).isEqualTo(replayed("start-delay=60"));
        long wait = Long.parseLong(replayed("start=600+9000").get(4));
        assertThat(wait).isBetween(600L, 9_045L);
        assertThat(replayed("start=600+9000").get(4)).isEqualTo(String.valueOf(wait));
        assertThat(replayed("start=600+9000", "--seed", "2").get(4)).isNotEqualTo(String.valueOf(wait));
    }

    /** A requeued job starts again, so its node is not busy for exactly 5 h. */
    @Tag("slow")
    @Test
    void nodesFail() throws IOException {
        double whole = Double.parseDouble(replayed("price=0").get(3));
        List<String> failing = replayed("price=0", "--failures", "2:60");

        assertThat(whole).isEqualTo(5.0);
        assertThat(Double.parseDouble(failing.get(3))).isNotEqualTo(whole);
        assertThat(replayed("price=0", "--failures", "2:60")).isEqualTo(failing);
        assertThat(replayed("price=0", "--failures", "1000000")).isEqualTo(replayed("price=0"));
    }

    private Path sacct(String text) throws IOException {
        return Files.writeString(directory.resolve("sacct.txt"), text);
    }

    private static Arguments nodeSet(String name, String argument, String message) {
        return argumentSet(name, List.of("--trace", "x", "--node-set", argument), message);
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                argumentSet("unknown", List.of("--fast"), "unknown argument --fast"),
                argumentSet("no value", List.of("--trace"), "--trace needs a value"),
                argumentSet(
                        "no number", List.of("--trace", "x", "--max", "many"), "needs a whole number, not \"many\""),
                argumentSet("too small", List.of("--trace", "x", "--max", "0"), "must be from 1 to 100000, not 0"),
                argumentSet("min above max", List.of("--trace", "x", "--max", "2", "--min", "3"), "must not be above"),
                argumentSet("shape without a trace", List.of("--max", "2"), "are for --trace"),
                argumentSet("both", List.of("--scenario", "A", "--trace", "x"), "exclude each other"),
                argumentSet("no such scenario", List.of("--scenario", "Z"), "unknown scenario \"Z\"; scenarios: A, B"),
                nodeSet("NodeSet without keys", "gpu", "write NAME:max=N,cpus=N"),
                nodeSet("unknown key of a NodeSet", "gpu:max=1,cpu=8", "\"cpu=8\" is none of cpus=, features=, gpus="),
                nodeSet("NodeSet without a size", "gpu:max=1", "cpus must be a whole number from 1 to 100000"),
                nodeSet("no GPUs", "gpu:max=1,cpus=8,gpus=many", "such as h100:8 or 8, not \"many\""),
                nodeSet("no price", "gpu:max=1,cpus=8,price=free", "not \"free\""),
                nodeSet("no start time", "gpu:max=1,cpus=8,start=soon", "quantiles such as 120+180+600"),
                nodeSet("no distribution", "gpu:max=1,cpus=8,start=lognormal:180:60", "lognormal:MEDIAN:P95"),
                nodeSet("two start times", "gpu:max=1,cpus=8,start=60,start-delay=60", "without start-delay"),
                argumentSet("failures without a trace", List.of("--failures", "10"), "--failures and --seed are for"),
                argumentSet("no failures", List.of("--trace", "x", "--failures", "0"), "must be from 1 to 1000000"),
                argumentSet("no repair", List.of("--trace", "x", "--failures", "9:0"), "must be from 1 to 100000"),
                argumentSet(
                        "NodeSets without a trace",
                        List.of("--node-set", "gpu:max=1,cpus=8"),
                        "--node-set is for --trace"),
                argumentSet("unknown setting", List.of("--what-if", "speed=2"), "--what-if accepts window="),
                argumentSet("no window", List.of("--what-if", "window=soon"), "must be from 0 to 604800, not \"soon\""),
                argumentSet("no tolerance", List.of("--what-if", "tolerance=2"), "must be from 0 to below 1"),
                argumentSet("no such file", List.of("--trace", "absent.swf"), "absent.swf: no such file"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void saysWhatIsWrong(List<String> arguments, String message) {
        assertThat(run(arguments.toArray(String[]::new))).isEqualTo(2);

        assertThat(text(err)).contains(message);
        assertThat(text(out)).isEmpty();
    }

    @Test
    void saysWhereATraceIsWrong() throws IOException {
        Path trace = Files.writeString(directory.resolve("bad.swf"), "; MaxNodes: 4\n1 0 x\n");

        assertThat(run("--trace", trace.toString())).isEqualTo(2);

        assertThat(text(err)).isEqualTo(trace + ":2: 3 fields, but the format has 18; comments begin with \";\"\n");
    }

    @Test
    void saysThatATraceHasNoJobs() throws IOException {
        Path trace = Files.writeString(directory.resolve("empty.swf"), "; MaxNodes: 4\n");

        assertThat(run("--trace", trace.toString())).isEqualTo(2);

        assertThat(text(err)).isEqualTo(trace + ": no job ran\n");
    }

    @Test
    void saysWhichPartitionNoNodeSetHas() throws IOException {
        Path trace = sacct("""
                Partition|Submit|ElapsedRaw|TimelimitRaw|AllocTRES
                gpu|1790000000|1800|60|cpu=96,node=1
                debug|1790000000|1800|60|cpu=96,node=1
                """);

        assertThat(run("--trace", trace.toString(), "--node-set", "gpu:max=4,cpus=96"))
                .isEqualTo(2);

        assertThat(text(err)).contains("no --node-set has partition debug, in which jobs ran");
    }

    @Test
    void explainsItself() {
        assertThat(run("--help")).isZero();

        assertThat(text(out)).startsWith("Usage: simulate").contains("--trace FILE");
    }

    private int run(String... arguments) {
        return new SimulateMain(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8))
                .run(List.of(arguments));
    }

    private List<String> columns(String signal) {
        return text(out)
                .lines()
                .map(line -> List.of(line.strip().split("\\s{2,}", -1)))
                .map(cells ->
                        cells.contains(signal) ? cells.subList(cells.indexOf(signal), cells.size()) : List.<String>of())
                .filter(cells -> !cells.isEmpty())
                .findFirst()
                .orElseThrow();
    }

    private static String text(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8);
    }
}
