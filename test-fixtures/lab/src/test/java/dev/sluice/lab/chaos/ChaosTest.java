package dev.sluice.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

    private static final int MAX_HEAL_SECONDS = 75;
    /** Maximum seconds until the adapter's metric recovers: two adapter intervals plus the time of one check. */
    private static final long MAX_METRIC_SECONDS = 2 * Stage.ADAPTER_INTERVAL.toSeconds() + 3;

    private static final int MAX_SETTLE_SECONDS = 15;
    private static final long SEED = Long.getLong("chaos.seed", 1);
    private static final List<String> ONLY =
            List.of(System.getProperty("chaos.only", "").split(","));

    private final List<String> rows = new ArrayList<>();
    private final Stage stage;
    private final Watch watch;
    private long exporterMegabytes;
    private long adapterMegabytes;

    ChaosTest(@TempDir Path folder) throws IOException, InterruptedException {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        // Closes idle connections of this client soon, so that the idle connections do not look like a leak.
        System.setProperty("jdk.httpclient.keepalive.timeout", "2");
        stage = new Stage(folder, SEED);
        watch = new Watch(stage);
    }

    @BeforeAll
    void start() throws IOException, InterruptedException {
        stage.start();
        watch.expectWhatIs();
        for (long start = System.nanoTime(); watch.metricAt().isEmpty(); TimeUnit.MILLISECONDS.sleep(250)) {
            assertThat(seconds(start)).as("seconds without the adapter").isLessThan(MAX_HEAL_SECONDS);
        }
    }

    static Stream<Attack> attacks() {
        return Attacks.all().filter(attack -> ONLY.equals(List.of("")) || ONLY.contains(attack.name()));
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void holds(Attack attack) throws IOException, InterruptedException {
        assumeTrue(
                !attack.name().equals("silent-dns") || HostAttacks.canReplaceNameServers(),
                "only root can give a process its own name server");
        assumeTrue(
                !attack.name().equals("clock-steps") || RestartAttacks.canStepClocks(),
                "the Debian package faketime is not installed");
        assumeTrue(
                !attack.name().equals("dead-thread") || Runtime.version().feature() < 25,
                "the debugger's agent of Java 25 can crash in a program that ends; use an older Java");
        Findings findings = watch.begin(attack.rule());
        long before = stage.hostileResponses();
        int starts = stage.starts();
        List<Program.Holdings> held =
                stage.programs().stream().map(Program::holdings).toList();
        List<Integer> logs = new ArrayList<>();
        for (Program program : stage.programs()) {
            logs.add(program.log().length());
        }
        attack.action().run(stage, watch);
        long responses = stage.hostileResponses() - before;
        stage.heal();
        for (int i = 0; i < logs.size(); i++) {
            Watch.readLog(findings, stage.programs().get(i), logs.get(i));
        }
        Healing healing = heal(findings);
        if (healing.metric() > MAX_METRIC_SECONDS && stage.starts() == starts) {
            findings.defect("adapter: its metric was unavailable for " + healing.metric() + " s");
        }
        for (int i = 0; i < held.size(); i++) {
            checkGrowth(i, held.get(i), findings);
        }
        row(attack, findings, healing, responses);
        assertThat(findings.defects()).isEmpty();
    }

    /** Seconds until the exporter's values and the adapter's metric recovered. */
    private record Healing(double numbers, double metric) {}

    private Healing heal(Findings findings) throws IOException, InterruptedException {
        long start = System.nanoTime();
        watch.follow(findings, Attack.Rule.ANY_NUMBER);
        boolean alive = stage.programs().stream().allMatch(Program::alive);
        if (!alive || findings.defects().stream().anyMatch(defect -> defect.startsWith("hang: /livez"))) {
            findings.defect(alive ? "hang: killed" : "crash: restarted");
            startAgain();
            return new Healing(seconds(start), seconds(start));
        }
        Map<String, String> wrong = watch.differences();
        while (!wrong.isEmpty() && seconds(start) < MAX_HEAL_SECONDS) {
            TimeUnit.MILLISECONDS.sleep(250);
            wrong = watch.differences();
        }
        double healed = seconds(start);
        while (watch.metricAt().isEmpty() && seconds(start) < MAX_HEAL_SECONDS) {
            TimeUnit.MILLISECONDS.sleep(250);
        }
        double metric = (watch.metricAt().orElse(System.nanoTime()) - start) / 1e9;
        wrong.forEach((series, what) -> findings.defect("not recovered: " + series + " " + what));
        if (!wrong.isEmpty()) {
            startAgain();
        }
        return new Healing(healed, metric);
    }

    private void startAgain() throws IOException, InterruptedException {
        watch.pause();
        stage.stop();
        stage.start();
        watch.expectWhatIs();
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    /** Waits until the connections of earlier requests are closed, so that these connections do not count as a leak. */
    private void checkGrowth(int program, Program.Holdings held, Findings findings) throws InterruptedException {
        long start = System.nanoTime();
        Program.Holdings now = stage.programs().get(program).holdings();
        while (now.exceeds(held) && seconds(start) < MAX_SETTLE_SECONDS) {
            TimeUnit.MILLISECONDS.sleep(250);
            now = stage.programs().get(program).holdings();
        }
        if (now.exceeds(held)) {
            findings.defect("growth: program " + program + " from " + held + " to " + now);
        }
    }

    private void row(Attack attack, Findings findings, Healing healing, long responses) {
        exporterMegabytes = Math.max(exporterMegabytes, findings.exporterMegabytes());
        adapterMegabytes = Math.max(adapterMegabytes, findings.adapterMegabytes());
        rows.add(String.format(
                Locale.ROOT,
                "| `%s` | %s | %s | %.1f | %.1f |",
                attack.name(),
                attack.what(),
                findings.times(),
                healing.numbers(),
                healing.metric()));
        System.out.printf("%s %d responses%n", rows.get(rows.size() - 1), responses);
    }

    @AfterAll
    void end() throws IOException {
        watch.close();
        stage.close();
        String heading = String.format(
                Locale.ROOT,
                "Seed %d, %d faulty responses, %s. Peak memory: exporter %d MiB, adapter %d MiB.",
                SEED,
                stage.hostileResponses(),
                LocalDate.now(ZoneOffset.UTC),
                exporterMegabytes,
                adapterMegabytes);
        System.out.println(heading);
        if (Boolean.getBoolean("chaos.table")) {
            String table = FaultTableTest.BEGIN + heading + FaultTableTest.HEAD + String.join("\n", rows) + "\n";
            Path page = GoldenFile.repositoryRoot().resolve(FaultTableTest.PAGE);
            String replaced = Files.readString(page)
                    .replaceFirst(
                            "(?s)" + FaultTableTest.BEGIN + ".*" + FaultTableTest.END,
                            Matcher.quoteReplacement(table + FaultTableTest.END));
            Files.writeString(page, replaced);
        }
    }
}
