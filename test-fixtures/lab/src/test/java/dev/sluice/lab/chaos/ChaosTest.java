package dev.sluice.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Attacks the built exporter and adapter, as {@code .ci/chaos} does, and writes the table of docs/internals/chaos.md. */
@Tag("chaos")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChaosTest {

    static final Path PAGE = GoldenFile.repositoryRoot().resolve("docs/internals/chaos.md");
    static final String TABLE = "(?s)(<!-- table of .ci/chaos -->\n)(.*)(<!-- end of table -->)";
    private static final String HEAD = """


            | class | what happens | slowest /livez (s) | oldest data of the neighbour (s) | healed (s) | metric (s) |
            |---|---|---:|---:|---:|---:|
            """;
    private static final int MAX_HEAL_SECONDS = 75;
    /** Maximum seconds until the adapter's metric recovers: two adapter intervals plus the time of one check. */
    private static final long MAX_METRIC_SECONDS = 2 * Stage.ADAPTER_INTERVAL.toSeconds() + 3;

    private static final int MAX_SETTLE_SECONDS = 15;
    private static final long SEED = Long.getLong("chaos.seed", 1);

    private final List<String> rows = new ArrayList<>();
    private final Findings all = new Findings();
    private final Stage stage;
    private final Watch watch;

    ChaosTest(@TempDir Path folder) throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        // Closes idle connections of this client soon, so that the idle connections do not look like a leak.
        System.setProperty("jdk.httpclient.keepalive.timeout", "2");
        stage = new Stage(folder, SEED);
        watch = new Watch(stage);
    }

    @BeforeAll
    void start() throws IOException, InterruptedException {
        stage.start(List.of(), "");
        watch.expectWhatIs();
        assertThat(within(MAX_HEAL_SECONDS, () -> watch.metricAt().isPresent())).isTrue();
    }

    static Stream<Attack> attacks() {
        List<String> only = List.of(System.getProperty("chaos.only", "").split(","));
        return Attacks.all().filter(attack -> only.equals(List.of("")) || only.contains(attack.name()));
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void holds(Attack attack) throws Exception {
        Findings findings = watch.begin(attack.rule());
        long responses = stage.hostileResponses();
        int starts = stage.starts();
        List<Program.Holdings> held =
                stage.programs().stream().map(Program::holdings).toList();
        attack.action().run(stage, watch);
        responses = stage.hostileResponses() - responses;
        stage.heal();
        for (Program program : stage.programs()) {
            watch.checkLog(program, program.newLog());
        }
        long start = System.nanoTime();
        watch.follow(Attack.Rule.ANY_NUMBER);
        double healed = heal(findings);
        within(MAX_HEAL_SECONDS, () -> watch.metricAt().isPresent());
        double metric = (watch.metricAt().orElse(System.nanoTime()) - start) / 1e9;
        if (metric > MAX_METRIC_SECONDS && stage.starts() == starts) {
            findings.defect("adapter: its metric was unavailable for " + metric + " s");
        }
        for (int i = 0; i < held.size(); i++) {
            checkGrowth(stage.programs().get(i), held.get(i), findings);
        }
        double livez = findings.most("livez");
        double neighbor = findings.most("neighbor");
        rows.add(String.format(
                Locale.ROOT,
                "| `%s` | %s | %.1f | %.1f | %.1f | %.1f |",
                attack.name(),
                attack.what(),
                livez,
                neighbor,
                healed,
                metric));
        System.out.printf("%s %d responses%n", rows.get(rows.size() - 1), responses);
        stage.programs().forEach(program -> all.most(program.toString(), findings.most("memory of the " + program)));
        assertThat(findings.defects()).isEmpty();
    }

    /** Waits until the exporter's values are correct. Restarts programs that do not recover. Returns the seconds. */
    private double heal(Findings findings) throws IOException, InterruptedException {
        long start = System.nanoTime();
        boolean alive = stage.programs().stream().allMatch(Program::alive);
        boolean hangs = findings.defects().stream().anyMatch(defect -> defect.startsWith("hang: /livez"));
        boolean recovered = alive
                && !hangs
                && within(MAX_HEAL_SECONDS, () -> watch.differences().isEmpty());
        double healed = (System.nanoTime() - start) / 1e9;
        if (!recovered) {
            findings.defect("not recovered, restarted: " + (alive ? watch.differences() : "ended"));
            watch.pause();
            stage.stop();
            stage.start(List.of(), "");
            watch.expectWhatIs();
        }
        return healed;
    }

    interface Condition {
        boolean holds() throws InterruptedException;
    }

    /** Waits for a condition; returns false if it does not hold in time. */
    static boolean within(int seconds, Condition condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!condition.holds()) {
            if (System.nanoTime() > end) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(250);
        }
        return true;
    }

    /** Waits until the connections of earlier requests are closed, so that these connections do not count as a leak. */
    private static void checkGrowth(Program program, Program.Holdings held, Findings findings)
            throws InterruptedException {
        if (!within(MAX_SETTLE_SECONDS, () -> !program.holdings().exceeds(held))) {
            findings.defect("growth: the " + program + " from " + held + " to " + program.holdings());
        }
    }

    @AfterAll
    void end() throws Exception {
        String heading = String.format(
                Locale.ROOT,
                "Seed %d, %d faulty responses, %s. Peak memory: exporter %.0f MiB, adapter %.0f MiB.",
                SEED,
                stage.hostileResponses(),
                LocalDate.now(ZoneOffset.UTC),
                all.most("exporter"),
                all.most("autoscaler-adapter"));
        System.out.println(heading);
        watch.close();
        stage.close();
        if (Boolean.getBoolean("chaos.table")) {
            String table = Matcher.quoteReplacement(heading + HEAD + String.join("\n", rows) + "\n");
            Files.writeString(PAGE, Files.readString(PAGE).replaceFirst(TABLE, "$1" + table + "$3"));
        }
    }
}
