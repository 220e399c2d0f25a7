package dev.sluice.adapter.access;

import dev.sluice.adapter.kubernetes.ObjectWatch;
import dev.sluice.common.kubernetes.ApiClient;
import dev.sluice.common.kubernetes.KubernetesRequest;
import dev.sluice.common.kubernetes.Timers;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the ConfigMap with the API server's authorities for client certificates. While reads fail, the last valid
 * content stays in use. Before the first read, only bearer tokens are accepted.
 */
public final class TrustWatch {

    private static final Logger LOG = LoggerFactory.getLogger(TrustWatch.class);
    private static final KubernetesRequest.Resource CONFIG_MAPS =
            new KubernetesRequest.Resource("", "v1", "configmaps", Optional.of("kube-system"));
    private static final String NAME = "extension-apiserver-authentication";

    private final ObjectWatch watch;
    private final Consumer<Boolean> known;
    private volatile Trust trust = Trust.NOBODY;
    private volatile boolean read;
    private volatile Optional<String> trouble = Optional.empty();

    /**
     * Creates a watch without a first read.
     *
     * @param pause minimum pause between two requests
     * @param known receives true after each read of a valid ConfigMap, and false after each failed read
     */
    public TrustWatch(Timers timers, ApiClient client, Duration pause, Consumer<Boolean> known) {
        this.known = known;
        this.watch = new ObjectWatch(timers, client, CONFIG_MAPS, NAME, pause, this::seen, this::unread);
    }

    public void start() {
        known.accept(false);
        watch.start();
    }

    public void stop() {
        watch.stop();
    }

    /**
     * Returns the reason why the API server's requests would be refused; empty after the first read of the ConfigMap.
     */
    public Optional<String> unready() {
        return read
                ? Optional.empty()
                : Optional.of("the ConfigMap kube-system/" + NAME + " has not been read yet"
                        + trouble.map(why -> ": " + why).orElse(""));
    }

    Trust now() {
        return trust;
    }

    void seen(JsonObject configMap) {
        try {
            Trust said = Trust.of(configMap);
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
                    .addKeyValue("failure", "ConfigMap kube-system/" + NAME + ": " + why)
                    .log("cluster authentication not readable");
        }
        trouble = Optional.of(why);
        known.accept(false);
    }
}
