package dev.sluice.chaos;

import dev.sluice.chaos.attack.AttackClass;
import dev.sluice.chaos.attack.AttackClasses;
import dev.sluice.chaos.attack.LocalAttacks;
import dev.sluice.chaos.stage.Baseline;
import dev.sluice.chaos.stage.Exposition;
import dev.sluice.chaos.stage.Findings;
import dev.sluice.chaos.stage.Program;
import dev.sluice.chaos.stage.Rule;
import dev.sluice.chaos.stage.Stage;
import dev.sluice.chaos.stage.Watch;
import dev.sluice.chaos.stage.Web;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The command. Runs the attacks of {@link AttackClasses} on the programs, and exits with code 1 if a rule is broken.
 */
public final class ChaosMain {

    private static final int MAX_HEAL_SECONDS = 75;
    /** Maximum seconds until the adapter's metric recovers: two adapter intervals plus the time of one check. */
    private static final long MAX_METRIC_SECONDS = 2 * Stage.ADAPTER_INTERVAL.toSeconds() + 3;

    private static final int MAX_SETTLE_SECONDS = 15;
    private static final int MAX_EXTRA_THREADS = 24;
    private static final int MAX_EXTRA_DESCRIPTORS = 64;
    private static final int MAX_EXTRA_MEGABYTES = 160;

    private final ChaosOptions options;
    private final PrintStream out;
    private final List<Row> rows = new ArrayList<>();

    private record Row(AttackClass attack, long answers, Findings findings, Healing healing, boolean skipped) {}

    /** Seconds until the exporter's values and the adapter's metric recovered. */
    private record Healing(double numbers, double metric) {}

    private ChaosMain(ChaosOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        // Closes idle connections of this client soon, so that the idle connections do not look like a leak.
        System.setProperty("jdk.httpclient.keepalive.timeout", "2");
        ChaosOptions options = ChaosOptions.parse(List.of(arguments));
        boolean good = new ChaosMain(options, System.out).run();
        System.exit(good ? 0 : 1);
    }

    private boolean run() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("sluice-chaos");
        try (Stage stage = new Stage(folder, options.programs(), options.seed())) {
            stage.start();
            Baseline baseline = baseline(stage);
            out.println("seed " + options.seed() + ", " + baseline.size() + " constant numbers");
            try (Watch watch = new Watch(stage, baseline)) {
                awaitMetric(watch);
                List<AttackClass> classes = AttackClasses.all().stream()
                        .filter(attack ->
                                options.only().isEmpty() || options.only().contains(attack.id()))
                        .toList();
                int weights = classes.stream().mapToInt(AttackClass::weight).sum();
                for (AttackClass attack : classes) {
                    rows.add(attack(stage, watch, attack, options.answers() * attack.weight() / Math.max(1, weights)));
                }
            }
        }
        return report();
    }

    /** Returns why an attack is impossible here. */
    private static Optional<String> obstacle(AttackClass attack) {
        if (attack.id().equals("silent-dns") && !LocalAttacks.canReplaceNameServers()) {
            return Optional.of("only root can give a process its own name server");
        }
        return attack.id().equals("dead-thread") && Runtime.version().feature() >= 25
                ? Optional.of("the debugger's agent of Java 25 can crash in a program that ends; use an older Java")
                : Optional.empty();
    }

    /** Records the baseline as soon as all values are constant. */
    private static Baseline baseline(Stage stage) throws InterruptedException {
        Web web = new Web();
        for (int tries = 0; tries < 120; tries++) {
            TimeUnit.SECONDS.sleep(1);
            if (web.get(stage.apiPort(), "/readyz", Stage.TIMEOUT).isPresent() && knowsNodeSets(scrape(web, stage))) {
                break;
            }
        }
        TimeUnit.SECONDS.sleep(4);
        Exposition one = scrape(web, stage);
        TimeUnit.SECONDS.sleep(4);
        return Baseline.of(one, scrape(web, stage));
    }

    /** Returns true if the exporter has read Kubernetes. The exporter is ready before it has read Kubernetes. */
    private static boolean knowsNodeSets(Exposition scrape) {
        return Stream.of(Stage.HEALTHY, Stage.hostile(0))
                .noneMatch(cluster -> scrape.of(cluster, "slurm_nodeset_desired_replicas"::equals)
                        .isEmpty());
    }

    private static void awaitMetric(Watch watch) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (watch.metricAt().isEmpty()) {
            if (seconds(start) > MAX_HEAL_SECONDS) {
                throw new IOException("the adapter does not answer readers");
            }
            TimeUnit.MILLISECONDS.sleep(250);
        }
    }

    private static Exposition scrape(Web web, Stage stage) throws InterruptedException {
        return new Exposition(
                web.get(stage.metricsPort(), "/metrics", Duration.ofSeconds(60)).orElse(""));
    }

    private Row attack(Stage stage, Watch watch, AttackClass attack, long answers)
            throws IOException, InterruptedException {
        Findings findings = new Findings();
        Optional<String> obstacle = obstacle(attack);
        if (obstacle.isPresent()) {
            out.println(attack.id() + ": skipped: " + obstacle.get());
            return new Row(attack, 0, findings, new Healing(0, 0), true);
        }
        watch.begin(findings, attack.rule());
        long before = stage.hostileAnswers();
        int starts = stage.starts();
        Program.Holdings[] held = {stage.exporter().holdings(), stage.adapter().holdings()};
        int[] logs = {stage.exporter().log().length(), stage.adapter().log().length()};
        attack.action().run(new AttackClass.Attack(stage, watch, findings, answers, before));
        long given = stage.hostileAnswers() - before;
        stage.heal();
        Watch.readLog(findings, "exporter", stage.exporter(), logs[0]);
        Watch.readLog(findings, "adapter", stage.adapter(), logs[1]);
        Healing healing = heal(stage, watch, findings);
        if (healing.metric() > MAX_METRIC_SECONDS && stage.starts() == starts) {
            findings.defect(
                    String.format(Locale.ROOT, "adapter: its metric was unavailable for %.1f s", healing.metric()));
        }
        growth("exporter", stage::exporter, held[0], findings);
        growth("adapter", stage::adapter, held[1], findings);
        out.printf(
                Locale.ROOT,
                "%s: %d answers, %s, healed after %.1f s, metric after %.1f s, %s, exporter %d MiB, adapter %d MiB%n",
                attack.id(),
                given,
                findings.good() ? "held" : "FAILED",
                healing.numbers(),
                healing.metric(),
                findings.times(),
                findings.exporterMegabytes(),
                findings.adapterMegabytes());
        findings.defects().stream().sorted().forEach(defect -> out.println("    " + defect));
        return new Row(attack, given, findings, healing, false);
    }

    private static Healing heal(Stage stage, Watch watch, Findings findings) throws IOException, InterruptedException {
        long start = System.nanoTime();
        watch.begin(findings, Rule.ANY_NUMBER);
        if (!stage.exporter().alive() || !stage.adapter().alive() || hangs(findings)) {
            findings.defect(stage.exporter().alive() && stage.adapter().alive() ? "hang: killed" : "crash: restarted");
            startAnew(stage, watch);
            return new Healing(seconds(start), seconds(start));
        }
        Map<String, String> left = watch.differences();
        while (!left.isEmpty() && seconds(start) < MAX_HEAL_SECONDS) {
            TimeUnit.MILLISECONDS.sleep(250);
            left = watch.differences();
        }
        double healed = seconds(start);
        while (watch.metricAt().isEmpty() && seconds(start) < MAX_HEAL_SECONDS) {
            TimeUnit.MILLISECONDS.sleep(250);
        }
        double metric = (watch.metricAt().orElse(System.nanoTime()) - start) / 1e9;
        if (!left.isEmpty()) {
            left.entrySet().stream()
                    .limit(3)
                    .forEach(entry -> findings.defect("not recovered: " + entry.getKey() + " " + entry.getValue()));
            startAnew(stage, watch);
        }
        return new Healing(healed, metric);
    }

    private static void startAnew(Stage stage, Watch watch) throws IOException, InterruptedException {
        watch.pause();
        stage.stop();
        stage.start();
        watch.expect(baseline(stage));
    }

    private static boolean hangs(Findings findings) {
        return findings.defects().stream().anyMatch(defect -> defect.startsWith("hang: /livez"));
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    /** Waits until the connections of earlier requests are closed, so that these connections do not count as a leak. */
    private static void growth(String name, Supplier<Program> program, Program.Holdings held, Findings findings)
            throws InterruptedException {
        long start = System.nanoTime();
        Program.Holdings now = program.get().holdings();
        while (hasGrown(held, now) && seconds(start) < MAX_SETTLE_SECONDS) {
            TimeUnit.MILLISECONDS.sleep(250);
            now = program.get().holdings();
        }
        if (hasGrown(held, now)) {
            findings.defect("growth: the " + name + " from " + held + " to " + now);
        }
    }

    private static boolean hasGrown(Program.Holdings held, Program.Holdings now) {
        return now.threads() > held.threads() + MAX_EXTRA_THREADS
                || now.descriptors() > held.descriptors() + MAX_EXTRA_DESCRIPTORS
                || now.megabytes() > held.megabytes() + MAX_EXTRA_MEGABYTES;
    }

    private boolean report() throws IOException {
        long answers = rows.stream().mapToLong(Row::answers).sum();
        List<String> failed = ids(row -> !row.findings().good());
        out.println(rows.size() + " classes, " + answers + " hostile answers, failed: " + failed);
        Optional<Path> table = options.table();
        if (table.isPresent()) {
            FaultTable.write(
                    table.get(),
                    heading(answers, failed),
                    rows.stream().map(ChaosMain::cells).toList());
        }
        return failed.isEmpty();
    }

    private List<String> ids(Predicate<Row> chosen) {
        return rows.stream().filter(chosen).map(row -> row.attack().id()).toList();
    }

    private String heading(long answers, List<String> failed) {
        List<String> skipped = ids(Row::skipped);
        return String.format(
                Locale.ROOT,
                "Seed %d, %d faulty responses, %s. Failed classes: %s. Skipped classes: %s. Peak memory: exporter %d MiB,"
                        + " adapter %d MiB.",
                options.seed(),
                answers,
                LocalDate.now(ZoneOffset.UTC),
                failed.isEmpty() ? "none" : String.join(", ", failed),
                skipped.isEmpty() ? "none" : String.join(", ", skipped),
                peak(Findings::exporterMegabytes),
                peak(Findings::adapterMegabytes));
    }

    private long peak(ToLongFunction<Findings> memory) {
        return rows.stream().map(Row::findings).mapToLong(memory).max().orElse(0);
    }

    private static String cells(Row row) {
        return String.format(
                Locale.ROOT,
                "| `%s` | %s | %s | %.1f | %.1f |",
                row.attack().id(),
                row.attack().what(),
                row.findings().times(),
                row.healing().numbers(),
                row.healing().metric());
    }
}
