package dev.sluice.lab.chaos;

import dev.sluice.lab.chaos.Attack.Rule;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Checks both programs during attacks on the hostile clusters. Also checks the values of the healthy cluster, and the
 * adapter's responses to requests for the healthy cluster's metric.
 */
final class Watch implements AutoCloseable {

    /** The chart's probe timeout. */
    private static final Duration PROBE = Duration.ofSeconds(5);

    private static final int PROBE_FAILURES = 3;
    /** Prometheus' scrape timeout. */
    private static final Duration SCRAPE = Duration.ofSeconds(10);

    private static final double MAX_NEIGHBOR_AGE = 60;

    private final Stage stage;
    private final Web web = new Web();
    private final Callers callers = new Callers();
    private final List<Thread> threads;
    private volatile Findings findings = new Findings();
    private volatile Baseline baseline = Baseline.of(new Exposition(""), new Exposition(""));
    private volatile Rule rule = Rule.ANY_NUMBER;
    private volatile boolean paused = true;
    /** Consecutive failed scrapes; only the thread of the scrapes uses this number. */
    private int failedScrapes;

    Watch(Stage stage) {
        this.stage = stage;
        this.threads = List.of(
                repeat("probes", 500, this::probe),
                repeat("scrapes", 1500, this::checkScrape),
                repeat("requests", 500, this::ask));
    }

    /** A check of the programs. */
    interface Check {
        void run() throws InterruptedException;
    }

    /** Starts a thread that repeats a check until it is interrupted. */
    static Thread repeat(String name, long pauseMillis, Check check) {
        Thread thread = new Thread(
                () -> {
                    try {
                        while (true) {
                            check.run();
                            TimeUnit.MILLISECONDS.sleep(pauseMillis);
                        }
                    } catch (InterruptedException closed) {
                        Thread.currentThread().interrupt();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** From now on, assigns observations to another attack. */
    Findings begin(Rule next) {
        follow(new Findings(), next);
        return findings;
    }

    /** Continues with another rule, and waits for the next metric value. */
    void follow(Findings same, Rule next) {
        rule = next;
        findings = same;
        callers.begin();
        paused = false;
    }

    Findings findings() {
        return findings;
    }

    /** Pauses the checks while programs restart. */
    void pause() {
        paused = true;
    }

    /** Records the baseline as soon as the exporter has read Slurm and Kubernetes and all values are constant. */
    void expectWhatIs() throws InterruptedException {
        for (int tries = 0; tries < 120 && !hasReadKubernetes(); tries++) {
            TimeUnit.SECONDS.sleep(1);
        }
        TimeUnit.SECONDS.sleep(4);
        Exposition one = scrape();
        TimeUnit.SECONDS.sleep(4);
        baseline = Baseline.of(one, scrape());
        begin(Rule.ANY_NUMBER);
    }

    private boolean hasReadKubernetes() throws InterruptedException {
        if (web.get(stage.ports().api(), "/readyz", PROBE).isEmpty()) {
            return false;
        }
        Exposition scrape = scrape();
        return Stream.of(Stage.HEALTHY, Stage.hostile(0))
                .noneMatch(cluster -> scrape.of(cluster, "slurm_nodeset_desired_replicas"::equals)
                        .isEmpty());
    }

    Exposition scrape() throws InterruptedException {
        return new Exposition(
                web.get(stage.ports().metrics(), "/metrics", SCRAPE).orElse(""));
    }

    private void probe() throws InterruptedException {
        Findings now = findings;
        if (paused) {
            return;
        }
        int[] ports = {stage.ports().api(), stage.ports().adapterOperations()};
        long[] megabytes = new long[2];
        for (int i = 0; i < 2; i++) {
            long start = System.nanoTime();
            boolean answered = web.get(ports[i], "/livez", PROBE).isPresent();
            if (paused) {
                return;
            }
            now.livez((System.nanoTime() - start) / 1_000_000);
            Program program = stage.programs().get(i);
            megabytes[i] = program.holdings().megabytes();
            if (megabytes[i] > program.limit()) {
                now.defect("memory: the " + program + " holds " + megabytes[i] + " of " + program.limit() + " MiB");
            }
            if (!program.alive()) {
                now.defect("crash: the " + program + " ended with exit code " + program.exitCode());
            } else if (!answered && now.missed(program.toString()) >= PROBE_FAILURES) {
                now.defect("hang: /livez of the " + program + " failed " + PROBE_FAILURES + " times");
            }
        }
        now.holds(megabytes[0], megabytes[1]);
    }

    private void ask() {
        if (!paused && stage.programs().get(1).alive()) {
            callers.ask(findings, stage);
        }
    }

    /** Sends many adapter requests of all kinds of clients at the same time. */
    void askAtOnce(int requests) {
        callers.askAtOnce(findings, stage, requests);
    }

    /**
     * Returns the time of the first metric value from the adapter since the beginning, as {@link System#nanoTime()};
     * empty before the first value.
     */
    OptionalLong metricAt() {
        return callers.answeredAt();
    }

    private void checkScrape() throws InterruptedException {
        Findings now = findings;
        if (paused || !stage.exporter().alive()) {
            return;
        }
        Optional<String> text = web.get(stage.ports().metrics(), "/metrics", SCRAPE);
        failedScrapes = text.isPresent() ? 0 : failedScrapes + 1;
        if (!paused && failedScrapes >= 2 && stage.exporter().alive()) {
            now.defect("hang: two scrapes of /metrics in a row failed");
        }
        if (text.isPresent() && !paused) {
            check(now, new Exposition(text.get()));
            checkToken(now, "/metrics", text.get());
        }
        for (String path : List.of("/api/v1/status", "/api/v1/now")) {
            web.get(stage.ports().api(), path, SCRAPE).ifPresent(body -> checkToken(now, path, body));
        }
    }

    private static void checkToken(Findings now, String where, String text) {
        if (text.contains(Stage.TOKEN)) {
            now.defect("token: appears in " + where);
        }
    }

    private void check(Findings now, Exposition scrape) {
        scrape.faults().forEach(fault -> now.defect("exposition: " + fault));
        scrape.of(Stage.HEALTHY, "sluice_source_age_seconds"::equals).forEach((series, age) -> {
            now.neighborAge(age);
            if (age > MAX_NEIGHBOR_AGE) {
                now.defect("neighbour: data of the healthy cluster was " + Math.round(age) + " s old");
            }
        });
        baseline.differences(Stage.HEALTHY, scrape, Rule.UNCHANGED)
                .forEach(what -> now.defect("neighbour: wrong number: " + what));
        for (int i = 0; i < Stage.HOSTILE_CLUSTERS; i++) {
            baseline.differences(Stage.hostile(i), scrape, rule).forEach(what -> now.defect("wrong number: " + what));
        }
    }

    /** Returns the current differences from the baseline, including a missing response. */
    Map<String, String> differences() throws InterruptedException {
        Optional<String> text = web.get(stage.ports().metrics(), "/metrics", SCRAPE);
        if (text.isEmpty()) {
            return Map.of("/metrics", "no answer");
        }
        Map<String, String> all = new TreeMap<>();
        Exposition scrape = new Exposition(text.get());
        for (int i = 0; i < Stage.HOSTILE_CLUSTERS; i++) {
            baseline.missing(Stage.hostile(i), scrape).ifPresent(what -> all.put(what, "is missing"));
            baseline.differences(Stage.hostile(i), scrape, Rule.UNCHANGED).forEach(what -> all.put(what, "differs"));
        }
        baseline.missing(Stage.HEALTHY, scrape).ifPresent(what -> all.put(what, "is missing"));
        return all;
    }

    /** Checks the log for forbidden content, starting at the given position. */
    static void readLog(Findings now, Program program, int from) throws IOException {
        String log = program.log();
        String added = log.substring(Math.min(from, log.length()));
        checkToken(now, "the log of the " + program, added);
        if (added.chars().anyMatch(c -> (c < ' ' && c != '\n' && c != '\t') || c == 0x7f)) {
            now.defect("log: a control character appears unescaped in the log of the " + program);
        }
        if (added.contains("StackOverflowError") || added.contains("NullPointerException")) {
            now.defect("log: uncaught error");
        }
    }

    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
    }
}
