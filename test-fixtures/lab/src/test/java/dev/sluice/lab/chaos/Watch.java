package dev.sluice.lab.chaos;

import dev.sluice.fixtures.GoldenFile;
import dev.sluice.lab.chaos.Attack.Rule;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/**
 * Checks what must hold during every attack: both programs live and respond, the values of all clusters follow the
 * attack's rule, and the adapter answers its clients correctly.
 */
final class Watch implements AutoCloseable {

    /** The certificates of the adapter's tests. */
    static final Path PKI = GoldenFile.repositoryRoot().resolve("autoscaler-adapter/src/test/resources/pki");

    private static final String METRIC = "/apis/external.metrics.k8s.io/v1beta1/namespaces/slurm/"
            + "slurm_nodeset_desired_replicas?labelSelector=nodeset%3Dslurm-worker-gpu-h100,cluster%3D" + Stage.HEALTHY;
    /** HTTP statuses for an unknown client, and for an unavailable value. */
    private static final Set<Integer> REFUSALS = Set.of(401, 503);
    /** The chart's probe timeout. */
    private static final Duration PROBE = Duration.ofSeconds(5);

    private static final int PROBE_FAILURES = 3;
    /** Prometheus' scrape timeout. */
    private static final Duration SCRAPE = Duration.ofSeconds(10);

    private static final double MAX_NEIGHBOR_AGE = 60;
    /** Maximum age of the healthy cluster's data after an attack, in seconds: ten poll intervals. */
    private static final double MAX_SETTLED_AGE = 10;

    private static final long NEVER = Long.MIN_VALUE;

    private final Stage stage;
    /** A client without a certificate. */
    private final HttpClient anyone = client(SslContextBuilder.forClient());

    private final Map<String, HttpClient> clients = Map.of(
            "front proxy",
            client(SslContextBuilder.forClient()
                    .keyManager(
                            PKI.resolve("front-proxy.pem").toFile(),
                            PKI.resolve("front-proxy-key.pem").toFile())),
            "unknown",
            anyone);
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(3);
    private final Semaphore waiting = new Semaphore(8);
    private final AtomicLong metricAt = new AtomicLong(NEVER);
    private final Map<String, Map<String, Double>> baseline = new HashMap<>();
    private volatile Findings findings = new Findings();
    private volatile Rule rule = Rule.ANY_NUMBER;
    private volatile boolean paused = true;
    private volatile Optional<String> expectedMetric = Optional.empty();
    /** Only the check of scrapes uses this number. */
    private int failedScrapes;

    Watch(Stage stage) {
        this.stage = stage;
        repeat(this::probe, 500);
        repeat(this::checkScrape, 1500);
        repeat(
                () -> clients.keySet().stream()
                        .filter(client -> waiting.tryAcquire())
                        .forEach(this::ask),
                500);
    }

    private static HttpClient client(SslContextBuilder tls) {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(context(tls))
                .build();
    }

    /** Returns a TLS context that trusts every certificate, because the adapter creates its own at the start. */
    static SSLContext context(SslContextBuilder tls) {
        try {
            tls.sslProvider(SslProvider.JDK).trustManager(InsecureTrustManagerFactory.INSTANCE);
            return ((JdkSslContext) tls.build()).context();
        } catch (SSLException e) {
            throw new IllegalStateException("every JDK has TLS", e);
        }
    }

    private interface Check {
        void run() throws InterruptedException;
    }

    private void repeat(Check check, long pauseMillis) {
        var unused = timer.scheduleWithFixedDelay(
                () -> {
                    try {
                        if (!paused) {
                            check.run();
                        }
                    } catch (InterruptedException closed) {
                        Thread.currentThread().interrupt();
                    } catch (RuntimeException e) {
                        if (!paused) {
                            findings.defect("the check itself failed: " + e);
                        }
                    }
                },
                0,
                pauseMillis,
                TimeUnit.MILLISECONDS);
    }

    /** From now on, assigns observations to another attack. */
    Findings begin(Rule next) {
        findings = new Findings();
        follow(next);
        return findings;
    }

    /** Continues with another rule, and waits for the next metric value. */
    void follow(Rule next) {
        rule = next;
        metricAt.set(NEVER);
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
        Scrape one = scrape();
        TimeUnit.SECONDS.sleep(4);
        Scrape other = scrape();
        Stream.concat(Stream.of(Stage.HEALTHY), Stage.HOSTILE.stream()).forEach(cluster -> {
            Map<String, Double> constant = one.constants(cluster);
            constant.entrySet().retainAll(other.constants(cluster).entrySet());
            baseline.put(cluster, constant);
        });
        begin(Rule.ANY_NUMBER);
    }

    private boolean hasReadKubernetes() throws InterruptedException {
        Scrape scrape = scrape();
        return get(stage.ports().api(), "/readyz", PROBE).isPresent()
                && Stream.of(Stage.HEALTHY, Stage.HOSTILE.get(0))
                        .noneMatch(cluster -> scrape.of(cluster, "slurm_nodeset_desired_replicas"::equals)
                                .isEmpty());
    }

    Scrape scrape() throws InterruptedException {
        return new Scrape(get(stage.ports().metrics(), "/metrics", SCRAPE).orElse(""));
    }

    /** Returns the body of a response with status 200; empty on failure or timeout. */
    private Optional<String> get(int port, String path, Duration patience) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .build();
        // A timeout of the request would end with the headers of the response; this one includes the body.
        CompletableFuture<HttpResponse<String>> sent = anyone.sendAsync(request, BodyHandlers.ofString());
        try {
            HttpResponse<String> answer = sent.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return answer.statusCode() == 200 ? Optional.of(answer.body()) : Optional.empty();
        } catch (ExecutionException | TimeoutException e) {
            sent.cancel(true);
            return Optional.empty();
        }
    }

    private void probe() throws InterruptedException {
        Findings now = findings;
        List<Integer> ports = List.of(stage.ports().api(), stage.ports().adapterOperations());
        for (int i = 0; i < ports.size() && !paused; i++) {
            Program program = stage.programs().get(i);
            long start = System.nanoTime();
            boolean answered = get(ports.get(i), "/livez", PROBE).isPresent();
            if (paused) {
                return;
            }
            now.most("livez", (System.nanoTime() - start) / 1e9);
            long megabytes = program.holdings().megabytes();
            now.most("memory of the " + program, megabytes);
            if (megabytes > program.limit()) {
                now.defect("memory: the " + program + " holds " + megabytes + " of " + program.limit() + " MiB");
            }
            if (!program.alive()) {
                now.defect("crash: the " + program + " ended with exit code " + program.exitCode());
            } else if (!answered && now.count("missed probes of the " + program) >= PROBE_FAILURES) {
                now.defect("hang: /livez of the " + program + " failed " + PROBE_FAILURES + " times");
            }
        }
    }

    private void checkScrape() throws InterruptedException {
        Findings now = findings;
        Optional<String> text = get(stage.ports().metrics(), "/metrics", SCRAPE);
        if (paused || !stage.exporter().alive()) {
            return;
        }
        failedScrapes = text.isPresent() ? 0 : failedScrapes + 1;
        if (failedScrapes >= 2) {
            now.defect("hang: two scrapes of /metrics in a row failed");
        }
        text.ifPresent(body -> check(now, new Scrape(body)));
        text.ifPresent(body -> checkToken(now, "/metrics", body));
        for (String path : List.of("/api/v1/status", "/api/v1/now")) {
            get(stage.ports().api(), path, SCRAPE).ifPresent(body -> checkToken(now, path, body));
        }
    }

    private static void checkToken(Findings now, String where, String text) {
        if (text.contains(Stage.TOKEN)) {
            now.defect("token: appears in " + where);
        }
    }

    private void check(Findings now, Scrape scrape) {
        scrape.faults().forEach(fault -> now.defect("exposition: " + fault));
        scrape.of(Stage.HEALTHY, "sluice_source_age_seconds"::equals).forEach((series, age) -> {
            now.most("neighbor", age);
            if (age > MAX_NEIGHBOR_AGE) {
                now.defect("neighbour: old data: " + series + " is " + Math.round(age) + " s");
            }
        });
        wrong(Stage.HEALTHY, scrape, Rule.UNCHANGED).forEach(what -> now.defect("neighbour: wrong number: " + what));
        for (String cluster : Stage.HOSTILE) {
            wrong(cluster, scrape, rule).forEach(what -> now.defect("wrong number: " + what));
        }
    }

    private List<String> wrong(String cluster, Scrape scrape, Rule permitted) {
        return scrape.wrong(cluster, baseline.getOrDefault(cluster, Map.of()), permitted);
    }

    /** Returns the differences from the baseline, with missing values, and with old data of the healthy cluster. */
    List<String> differences() throws InterruptedException {
        Scrape scrape = scrape();
        Map<String, String> all = new TreeMap<>();
        baseline.forEach((cluster, values) -> {
            wrong(cluster, scrape, Rule.UNCHANGED).forEach(what -> all.put(what, what));
            Set<String> present = scrape.constants(cluster).keySet();
            values.keySet().stream()
                    .filter(series -> !present.contains(series))
                    .findFirst()
                    .ifPresent(series -> all.put(series, series + " is missing"));
        });
        scrape.of(Stage.HEALTHY, "sluice_source_age_seconds"::equals).forEach((series, age) -> {
            if (age > MAX_SETTLED_AGE) {
                all.put(series, series + " is " + Math.round(age) + " s");
            }
        });
        return List.copyOf(all.values());
    }

    /** Checks the new lines of a program's log for forbidden content. */
    void checkLog(Program program, String log) {
        checkToken(findings, "the log of the " + program, log);
        if (log.chars().anyMatch(c -> (c < ' ' && c != '\n' && c != '\t') || c == 0x7f)) {
            findings.defect("log: a control character appears unescaped in the log of the " + program);
        }
        if (log.contains("StackOverflowError") || log.contains("NullPointerException")) {
            findings.defect("log: uncaught error");
        }
    }

    /** Reads the healthy cluster's desired replicas from the adapter. */
    private void ask(String client) {
        Findings now = findings;
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("https://127.0.0.1:" + stage.ports().adapter() + METRIC))
                .timeout(PROBE.multipliedBy(3))
                .build();
        CompletableFuture<?> unused = Objects.requireNonNull(clients.get(client))
                .sendAsync(request, BodyHandlers.ofString())
                .whenComplete((answer, failure) -> {
                    waiting.release();
                    if (failure == null) {
                        judge(now, client, answer);
                    } else if (failure.getCause() instanceof HttpTimeoutException) {
                        now.defect("hang: the adapter does not answer the " + client);
                    }
                });
    }

    private void judge(Findings now, String client, HttpResponse<String> answer) {
        if (answer.statusCode() != 200) {
            if (!REFUSALS.contains(answer.statusCode())) {
                now.defect("adapter: answers " + answer.statusCode() + " to the " + client);
            }
        } else if (!client.equals("front proxy")) {
            now.defect("access: the adapter answers 200 to a client without a certificate");
        } else {
            String value = answer.body().replaceFirst("(?s).*\"value\":\"([^\"]*)\".*", "$1");
            expectedMetric = expectedMetric.or(() -> Optional.of(value));
            if (!expectedMetric.equals(Optional.of(value))) {
                now.defect("adapter: the metric is " + value + ", not " + expectedMetric.orElse(""));
            }
            metricAt.compareAndSet(NEVER, System.nanoTime());
        }
    }

    /** Returns {@link System#nanoTime()} of the first metric value since the rule began; empty before the first. */
    OptionalLong metricAt() {
        long at = metricAt.get();
        return at == NEVER ? OptionalLong.empty() : OptionalLong.of(at);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
