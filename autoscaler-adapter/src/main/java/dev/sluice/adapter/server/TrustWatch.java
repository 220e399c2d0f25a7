package dev.sluice.adapter.server;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.kubernetes.KubernetesAccess;
import dev.sluice.common.net.Backoff;
import dev.sluice.common.net.ConnectionFailure;
import dev.sluice.common.tls.Pem;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.vertx.core.Vertx;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
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
    private static final String SERVER = "the Kubernetes API server ";
    private static final Duration FIRST_RETRY = Duration.ofSeconds(1);

    private final Vertx vertx;
    private final BlockingCall<ConfigMap> reading;
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
    public TrustWatch(Vertx vertx, BlockingCall<ConfigMap> reading, Duration interval, Consumer<Boolean> known) {
        this.vertx = vertx;
        this.reading = reading;
        this.interval = interval;
        this.backoff = new Backoff(FIRST_RETRY, interval);
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
        reading.result(vertx)
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
            if (said.authorities().isEmpty()) {
                unread("requestheader-client-ca-file is missing or empty");
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

    /** Returns a call that reads the ConfigMap; its failure is one line without secrets. */
    public static BlockingCall<ConfigMap> reading(KubernetesAccess access) {
        return new BlockingCall<>("reading the ConfigMap", BlockingCall.DEADLINE, () -> {
            try {
                ConfigMap found = access.send(
                        client -> client.configMaps()
                                .inNamespace(NAMESPACE)
                                .withName(NAME)
                                .get(),
                        failure -> true);
                if (found == null) {
                    throw new IOException(SERVER + "has no such object");
                }
                return found;
            } catch (KubernetesClientException e) {
                throw new IOException(SERVER + reason(e), e);
            }
        });
    }

    private static String reason(KubernetesClientException e) {
        if (e.getCode() > 0 && e.getStatus() != null) {
            return "answered " + e.getCode()
                    + Optional.ofNullable(e.getStatus().getMessage())
                            .map(message -> ": " + message)
                            .orElse("");
        }
        return "sent no ConfigMap: "
                + (isCutOff(e)
                        ? "its response has more than " + (SizeLimit.MAX_BYTES >> 10) + " KiB"
                        : ConnectionFailure.of(e).reason());
    }

    private static boolean isCutOff(Throwable failure) {
        return failure instanceof CancellationException || (failure.getCause() != null && isCutOff(failure.getCause()));
    }

    /**
     * The content of the cluster's ConfigMap {@code extension-apiserver-authentication} about the front proxy.
     *
     * @param authorities authorities of the front proxy's certificate
     * @param names allowed common names of the front proxy; an empty list allows every name
     */
    record Trust(List<X509Certificate> authorities, List<String> names) {

        /** Trust before the first read: no certificate is accepted. */
        static final Trust NOBODY = of(Map.of());

        /**
         * Parses the data of a ConfigMap.
         *
         * @throws IllegalArgumentException with a readable line if a member is invalid
         */
        static Trust of(Map<String, String> data) {
            return new Trust(
                    certificates(data, "requestheader-client-ca-file"), names(data, "requestheader-allowed-names"));
        }

        private static List<X509Certificate> certificates(Map<String, String> data, String key) {
            String pem = data.getOrDefault(key, "");
            try {
                return pem.isBlank() ? List.of() : Pem.certificates(pem);
            } catch (CertificateException e) {
                throw new IllegalArgumentException(key + " has no usable certificates", e);
            }
        }

        /** Rejects an array with other elements, because every name would be allowed if the array counted as empty. */
        private static List<String> names(Map<String, String> data, String key) {
            String json = data.getOrDefault(key, "");
            try {
                return json.isBlank()
                        ? List.of()
                        : new JsonArray(json).stream().map(String.class::cast).toList();
            } catch (DecodeException | ClassCastException e) {
                throw new IllegalArgumentException(key + " is not a JSON array of names", e);
            }
        }
    }

    /** Cuts off large responses of a client, because an endless response would fill the memory. */
    public static final class SizeLimit implements Interceptor {

        /** Dozens of certificate authorities. */
        private static final int MAX_BYTES = 256 << 10;

        @Override
        public AsyncBody.Consumer<List<ByteBuffer>> consumer(
                AsyncBody.Consumer<List<ByteBuffer>> consumer, HttpRequest request) {
            AtomicLong bytes = new AtomicLong();
            return (parts, body) -> {
                if (bytes.addAndGet(
                                parts.stream().mapToLong(ByteBuffer::remaining).sum())
                        > MAX_BYTES) {
                    body.cancel();
                } else {
                    consumer.consume(parts, body);
                }
            };
        }
    }
}
