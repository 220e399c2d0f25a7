package dev.sluice.exporter.kubernetes;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.kubernetes.AccessSettings;
import dev.sluice.common.kubernetes.KubernetesClients;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.Consumer;

/** Opens a client of an API server. Retries until access is configured, for example until a file is mounted. */
public final class KubernetesAccess {

    public static final Duration RETRY = Duration.ofSeconds(30);

    private final Vertx vertx;
    private final BlockingCall<KubernetesClient> opening;
    private volatile boolean stopped;

    public KubernetesAccess(Vertx vertx, AccessSettings settings) {
        this.vertx = vertx;
        this.opening = KubernetesClients.opening(vertx, settings, KubernetesSource.USER_AGENT);
    }

    /**
     * Starts to open a client.
     *
     * @param use receives the client, which the receiver closes
     * @param failed receives each failure
     */
    public void open(Consumer<KubernetesClient> use, Consumer<Throwable> failed) {
        if (stopped) {
            return;
        }
        opening.result(vertx)
                .onSuccess(client -> {
                    if (stopped) {
                        client.close();
                    } else {
                        use.accept(client);
                    }
                })
                .onFailure(failure -> {
                    failed.accept(failure);
                    vertx.setTimer(RETRY.toMillis(), unused -> open(use, failed));
                });
    }

    /** Opens no further client. */
    public void stop() {
        stopped = true;
    }
}
