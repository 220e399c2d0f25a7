package dev.sluice.chaos.stage;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Checks both programs during attacks on the hostile clusters. Also checks the values of the healthy cluster, and the
 * adapter's responses to requests for the healthy cluster's metric.
 */
public final class Watch implements AutoCloseable {

    /** The chart's probe timeout. */
    private static final Duration PROBE = Duration.ofSeconds(5);

    private static final int PROBE_FAILURES = 3;
    /** Prometheus' scrape timeout. */
    private static final Duration SCRAPE = Duration.ofSeconds(10);

    private static final double MAX_NEIGHBOUR_AGE = 60;

    private final Stage stage;
    private volatile Findings findings = new Findings();
    private final Web web = new Web();
    private final List<Thread> threads;
    private final Callers callers = new Callers();
    private volatile Baseline baseline;
    private volatile Rule rule = Rule.ANY_NUMBER;
    private volatile boolean paused;
    /** Consecutive failed scrapes; only the thread of the scrapes uses this number. */
    private int failedScrapes;

    public Watch(Stage stage, Baseline baseline) {
        this.stage = stage;
        this.baseline = baseline;
        this.threads = List.of(
                repeat("probes", 500, this::probe),
                repeat("scrapes", 1500, this::scrape),
                repeat("questions", 500, this::ask));
    }

    /** From now on, assigns observations to another attack class. */
    public void begin(Findings begun, Rule next) {
        rule = next;
        findings = begun;
        callers.begin();
        paused = false;
    }

    /** Pauses the checks while programs restart. */
    public void pause() {
        paused = true;
    }

    public void expect(Baseline next) {
        baseline = next;
    }

    /** A check of the programs. */
    private interface Check {
        void run() throws InterruptedException;
    }

    /** Starts a thread that repeats a check until the watch is closed. */
    private static Thread repeat(String name, long pauseMillis, Check check) {
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

    private void probe() throws InterruptedException {
        Findings now = findings;
        if (paused) {
            return;
        }
        long before = System.nanoTime();
        boolean exporter = answers(stage.apiPort());
        long between = System.nanoTime();
        boolean adapter = answers(stage.adapterOperationsPort());
        if (paused) {
            return;
        }
        now.livez(Math.max(between - before, System.nanoTime() - between) / 1_000_000);
        Program.Holdings[] held = {stage.exporter().holdings(), stage.adapter().holdings()};
        now.holds(held[0], held[1]);
        limit(now, "exporter", stage.exporter(), held[0]);
        limit(now, "adapter", stage.adapter(), held[1]);
        judge(now, "exporter", stage.exporter(), exporter);
        judge(now, "adapter", stage.adapter(), adapter);
    }

    private static void limit(Findings now, String name, Program program, Program.Holdings held) {
        if (held.megabytes() > program.limit()) {
            now.defect("memory: the " + name + " holds " + held.megabytes() + " MiB, its limit is " + program.limit());
        }
    }

    private void ask() {
        if (!paused && stage.adapter().alive()) {
            callers.ask(findings, stage);
        }
    }

    /** Sends many adapter requests of all kinds of clients at the same time. */
    public void askAtOnce(int requests) {
        callers.askAtOnce(findings, stage, requests);
    }

    /**
     * Returns the time of the first metric value from the adapter since the beginning, as {@link System#nanoTime()};
     * empty before the first value.
     */
    public OptionalLong metricAt() {
        return callers.answeredAt();
    }

    private static void judge(Findings now, String name, Program program, boolean answered) {
        if (!program.alive()) {
            now.defect("crash: the " + name + " ended with exit code " + program.exitCode());
        } else if (!answered && now.missed(name) >= PROBE_FAILURES) {
            now.defect("hang: /livez of the " + name + " failed " + PROBE_FAILURES + " times");
        }
    }

    private boolean answers(int port) throws InterruptedException {
        return web.get(port, "/livez", PROBE).isPresent();
    }

    private void scrape() throws InterruptedException {
        Findings now = findings;
        if (paused || !stage.exporter().alive()) {
            return;
        }
        Optional<String> text = web.get(stage.metricsPort(), "/metrics", SCRAPE);
        failedScrapes = text.isPresent() ? 0 : failedScrapes + 1;
        if (!paused && failedScrapes >= 2 && stage.exporter().alive()) {
            now.defect("hang: two scrapes of /metrics in a row failed");
        }
        if (text.isPresent() && !paused) {
            look(now, new Exposition(text.get()));
            leaks(now, "/metrics", text.get());
        }
        for (String path : new String[] {"/api/v1/status", "/api/v1/now"}) {
            web.get(stage.apiPort(), path, SCRAPE).ifPresent(body -> leaks(now, path, body));
        }
    }

    private static void leaks(Findings now, String where, String text) {
        if (text.contains(Stage.TOKEN)) {
            now.defect("token: appears in " + where);
        }
    }

    private void look(Findings now, Exposition scrape) {
        scrape.faults().forEach(fault -> now.defect("exposition: " + fault));
        Map<String, Double> ages = scrape.of(Stage.HEALTHY, "sluice_source_age_seconds"::equals);
        ages.values().forEach(now::neighbourAge);
        ages.forEach((series, age) -> {
            if (age > MAX_NEIGHBOUR_AGE) {
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
    public Map<String, String> differences() throws InterruptedException {
        Map<String, String> all = new TreeMap<>();
        Optional<String> text = web.get(stage.metricsPort(), "/metrics", SCRAPE);
        if (text.isEmpty()) {
            return Map.of("/metrics", "no answer");
        }
        Exposition scrape = new Exposition(text.get());
        for (int i = 0; i < Stage.HOSTILE_CLUSTERS; i++) {
            baseline.missing(Stage.hostile(i), scrape).ifPresent(what -> all.put(what, "is missing"));
            baseline.differences(Stage.hostile(i), scrape, Rule.UNCHANGED).forEach(what -> all.put(what, "differs"));
        }
        baseline.missing(Stage.HEALTHY, scrape).ifPresent(what -> all.put(what, "is missing"));
        return all;
    }

    /** Checks the log for forbidden content, starting at the given position. */
    public static void readLog(Findings now, String name, Program program, int from) throws IOException {
        String log = program.log();
        String added = log.substring(Math.min(from, log.length()));
        leaks(now, "the log of the " + name, added);
        for (int i = 0; i < added.length(); i++) {
            char c = added.charAt(i);
            if ((c < ' ' && c != '\n' && c != '\t') || c == 0x7f) {
                now.defect("log: the control character " + (int) c + " appears unescaped in the log of the " + name);
                break;
            }
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
