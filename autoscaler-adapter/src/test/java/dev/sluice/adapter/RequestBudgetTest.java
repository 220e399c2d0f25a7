package dev.sluice.adapter;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.adapter.config.Setting;
import dev.sluice.adapter.demand.DemandSamples;
import dev.sluice.common.kubernetes.Timers;
import io.vertx.core.Context;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counts the API server requests while nothing changes, over one hour of simulated time. */
@Tag("slow")
class RequestBudgetTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int MINUTES = 60;
    private static final int MAX_REQUESTS_A_MINUTE = 10;
    private static final List<String> HPA = List.of("X-Remote-User: system:serviceaccount:kube-system:hpa");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** Timers with a clock that the test advances. Each task runs in the context that set the timer. */
    private static final class HeldTimers implements Timers {

        private final Queue<Task> tasks = new PriorityQueue<>((one, other) -> Long.compare(one.at(), other.at()));
        private final AtomicLong now = new AtomicLong();
        private long last;

        private record Task(long id, long at, Runnable work, Context context) {}

        @Override
        public synchronized long set(Duration pause, Runnable task) {
            tasks.add(new Task(++last, now.get() + pause.toNanos(), task, Vertx.currentContext()));
            return last;
        }

        @Override
        public synchronized void cancel(long timer) {
            tasks.removeIf(task -> task.id() == timer);
        }

        @Override
        public long nanoTime() {
            return now.get();
        }

        synchronized int waiting() {
            return tasks.size();
        }

        /** Advances the clock; returns the number of tasks run. */
        int go(Duration time) {
            now.addAndGet(time.toNanos());
            int run = 0;
            for (List<Task> due = due(); !due.isEmpty(); due = due()) {
                due.forEach(HeldTimers::run);
                run += due.size();
            }
            return run;
        }

        private static void run(Task task) {
            Promise<Void> done = Promise.promise();
            task.context().runOnContext(unused -> {
                task.work().run();
                done.complete();
            });
            done.future().toCompletionStage().toCompletableFuture().join();
        }

        private synchronized List<Task> due() {
            return tasks.isEmpty() || tasks.peek().at() > now.get() ? List.of() : List.of(tasks.remove());
        }
    }

    @Test
    void fewRequestsWhileNothingChanges() throws IOException {
        HeldTimers timers = new HeldTimers();
        try (FakeKubernetes kubernetes = new FakeKubernetes();
                FakeExporter exporter = FakeExporter.answering(200, DemandSamples.bytes("two-clusters.json"))) {
            kubernetes.time(timers::nanoTime);
            kubernetes.trust(Pki.pem("proxy-ca"), "[]");
            kubernetes.allow(spec -> true);
            kubernetes.put(FakeKubernetes.EXTERNAL, leadingToTheAdapter("external"));
            kubernetes.put(FakeKubernetes.CUSTOM, leadingToTheAdapter("custom"));
            UnaryOperator<Timers> held = unused -> timers;
            Security.Timing usual = Security.Timing.USUAL;
            try (SecuredAdapter adapter = new SecuredAdapter(
                    folder,
                    kubernetes,
                    exporter,
                    Map.of(Setting.TLS_SELF_SIGNED, List.of("slurm/sluice-adapter")),
                    Instant.now(),
                    new Security.Timing(usual.files(), usual.registration(), usual.trust(), held))) {
                // Waits until the ConfigMap is watched and the certificate is registered.
                settle(timers, kubernetes);
                for (int second = 0; second < 60; second++) {
                    pass(timers, kubernetes);
                }
                SSLContext trusted = Pki.context(bundle(kubernetes), "front-proxy");
                kubernetes.requests().clear();
                for (int second = 0; second < MINUTES * 60; second++) {
                    pass(timers, kubernetes);
                    if (second % 15 == 0) {
                        adapter.time.advance(Duration.ofSeconds(15));
                        assertThat(TlsClient.get(adapter.port(), trusted, SecuredAdapter.DESIRED, HPA)
                                        .status())
                                .as("admitted, though the demand may be old by then")
                                .isIn(200, 503);
                    }
                }
                Map<String, Long> byRequest = kubernetes.requests().stream()
                        .collect(Collectors.groupingBy(request -> request, Collectors.counting()));
                assertThat(byRequest.values().stream().mapToLong(count -> count).sum())
                        .as("%s", byRequest)
                        .isPositive()
                        .isLessThan((long) MINUTES * MAX_REQUESTS_A_MINUTE);
                assertThat(byRequest.keySet())
                        .as("all that it asks for is there")
                        .anyMatch(request -> request.endsWith("/configmaps"))
                        .anyMatch(request -> request.endsWith("/sluice-adapter-ca"))
                        .anyMatch(request -> request.endsWith("v1beta1.external.metrics.k8s.io"))
                        .anyMatch(request -> request.endsWith("v1beta2.custom.metrics.k8s.io"))
                        .anyMatch(request -> request.endsWith("/subjectaccessreviews"));
            }
        }
    }

    /**
     * Advances the time by one second, and waits for the effects. Afterwards, the ConfigMap and the certificate each
     * wait for a timer or a watch.
     */
    private static void pass(HeldTimers timers, FakeKubernetes kubernetes) {
        int begun = timers.go(Duration.ofSeconds(1)) + kubernetes.endDueWatches();
        if (begun > 0) {
            settle(timers, kubernetes);
        }
    }

    private static void settle(HeldTimers timers, FakeKubernetes kubernetes) {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(2))
                .until(() -> timers.waiting() + kubernetes.watches() == 2);
    }

    private static String bundle(FakeKubernetes kubernetes) {
        JsonNode spec = kubernetes.object(FakeKubernetes.EXTERNAL).get("spec");
        return new String(Base64.getDecoder().decode(spec.get("caBundle").asText()), US_ASCII);
    }

    private static ObjectNode leadingToTheAdapter(String group) {
        ObjectNode found = FakeKubernetes.captured("auth/apiservice-external.json");
        ((ObjectNode) found.get("metadata")).put("name", group);
        ((ObjectNode) found.get("spec").get("service"))
                .put("namespace", "slurm")
                .put("name", "sluice-adapter");
        return found;
    }
}
