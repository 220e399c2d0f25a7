package dev.sluice.adapter.access;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.net.Backoff;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the ConfigMap with the API server's authorities for client certificates again and again. While reads fail, the
 * last valid content stays in use. Does not watch the ConfigMap, because authorities change once in years, and a cluster
 * trusts both the old and the new authority for a time.
 */
public final class TrustWatch {

    private static final Logger LOG = LoggerFactory.getLogger(TrustWatch.class);
    private static final String NAME = "extension-apiserver-authentication";
    private static final String NAMESPACE = "kube-system";
    private static final Duration FIRST_RETRY = Duration.ofSeconds(1);

    private final Vertx vertx;
    private final Supplier<Future<ConfigMap>> reader;
    private final Duration interval;
    private final Backoff backoff;
    private final Consumer<Boolean> known;
    private volatile Trust trust = Trust.NOBODY;
    private volatile boolean read;
    private volatile boolean stopped;
    private volatile Optional<String> trouble = Optional.empty();

    /**
     * Creates a watch without a first read.
     *
     * @param interval interval of the reads
     * @param known receives true after each read of a valid ConfigMap, and false after each failed read
     */
    public TrustWatch(Vertx vertx, KubernetesClient client, Duration interval, Consumer<Boolean> known) {
        this(vertx, reading(vertx, client), interval, known);
    }

    private static Supplier<Future<ConfigMap>> reading(Vertx vertx, KubernetesClient client) {
        BlockingCall<ConfigMap> reading = ConfigMapReader.of(client, NAMESPACE, NAME);
        return () -> reading.result(vertx);
    }

    TrustWatch(Vertx vertx, Supplier<Future<ConfigMap>> reader, Duration interval, Consumer<Boolean> known) {
        this.vertx = vertx;
        this.reader = reader;
        this.interval = interval;
        this.backoff = new Backoff(
                FIRST_RETRY, interval, () -> ThreadLocalRandom.current().nextDouble());
        this.known = known;
    }

    public void start() {
        known.accept(false);
        read();
    }

    public void stop() {
        stopped = true;
    }

    private void read() {
        if (stopped) {
            return;
        }
        reader.get()
                .onSuccess(this::seen)
                .onFailure(failure -> unread(String.valueOf(failure.getMessage())))
                .onComplete(result -> {
                    if (result.succeeded()) {
                        backoff.reset();
                    }
                    Duration pause = result.succeeded() ? interval : backoff.next();
                    vertx.setTimer(pause.toMillis(), unused -> read());
                });
    }

    /**
     * Returns the reason why the API server's requests would be refused; empty after the first read of the ConfigMap.
     */
    public Optional<String> unready() {
        return read
                ? Optional.empty()
                : Optional.of("the ConfigMap " + NAMESPACE + "/" + NAME + " has not been read yet"
                        + trouble.map(why -> ": " + why).orElse(""));
    }

    Trust now() {
        return trust;
    }

    void seen(ConfigMap configMap) {
        try {
            Trust said = Trust.of(Optional.ofNullable(configMap.getData()).orElse(Map.of()));
            if (said.authorities().isEmpty() && !trust.authorities().isEmpty()) {
                unread("names no authority of the front proxy any more");
                return;
            }
            if (!said.equals(trust)) {
                LOG.atInfo().log("cluster authentication configured");
            }
            trust = said;
            read = true;
            trouble = Optional.empty();
            known.accept(true);
        } catch (IllegalArgumentException e) {
            unread(String.valueOf(e.getMessage()));
        }
    }

    void unread(String why) {
        if (!trouble.equals(Optional.of(why))) {
            LOG.atWarn()
                    .addKeyValue("failure", "ConfigMap " + NAMESPACE + "/" + NAME + ": " + why)
                    .log("cluster authentication not readable");
        }
        trouble = Optional.of(why);
        known.accept(false);
    }
}
