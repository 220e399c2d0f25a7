package dev.sluice.common.kubernetes;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.log.OutsideText;
import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.OAuthTokenProvider;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.utils.TokenRefreshInterceptor;
import io.fabric8.kubernetes.client.vertx5.TlsWarmup;
import io.fabric8.kubernetes.client.vertx5.Vertx5HttpClientFactory;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Access to an API server with Sluice's settings. Certificates and tokens can change while a program runs. Reads no
 * other environment variable and no other file. The connections end with their Vert.x. Thread-safe.
 */
public final class KubernetesAccess {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    /** Exec plugins can send requests to an identity provider. The time is shorter than the maximum time of a start. */
    private static final Duration MAX_READING = Duration.ofSeconds(25);

    private final Vertx vertx;
    private final AccessSettings settings;
    private final String userAgent;
    private final Interceptor[] interceptors;
    private final BlockingCall<Integer> reading =
            new BlockingCall<>("reading the files for access to Kubernetes", MAX_READING, this::read);
    private final AtomicInteger changes = new AtomicInteger();
    /** The last client is in use. Watches can still use the client before. */
    private final Deque<KubernetesClient> clients = new ArrayDeque<>();

    private volatile Config config = Config.empty();

    /** A request that can block. */
    @FunctionalInterface
    public interface Request<T> {
        T send(KubernetesClient client) throws IOException;
    }

    /** @param interceptors see all requests and responses */
    public KubernetesAccess(Vertx vertx, AccessSettings settings, String userAgent, Interceptor... interceptors) {
        this.vertx = vertx;
        this.settings = settings;
        this.userAgent = userAgent;
        this.interceptors = interceptors;
    }

    /** Reads the files and runs the exec plugin, without a request. Failures have messages without secrets. */
    public Future<Integer> open() {
        return changes.get() > 0 ? Future.succeededFuture(changes.get()) : reading.result(vertx);
    }

    /**
     * Sends a request on the caller's thread. After a refusal, reads the files again, and repeats the request if they
     * have changed.
     *
     * @param refused true for a failure that new certificates or tokens can end
     */
    public <T> T send(Request<T> request, Predicate<Exception> refused) throws IOException {
        int before = changes.get();
        try {
            return request.send(client());
        } catch (IOException | KubernetesClientException e) {
            if (refused.test(e) && (changes.get() != before || readAgain() != before)) {
                return request.send(client());
            }
            throw e;
        }
    }

    private int readAgain() {
        try {
            return reading.await();
        } catch (IOException e) {
            throw new KubernetesClientException(String.valueOf(e.getMessage()), e);
        }
    }

    private int read() throws IOException {
        Config now = config(settings);
        boolean sameConnection = changes.get() > 0 && connection(now).equals(connection(config));
        boolean sameToken = Objects.equals(now.getAutoOAuthToken(), config.getAutoOAuthToken());
        if (!sameConnection) {
            use(opened(now));
        }
        config = now;
        return sameConnection && sameToken ? changes.get() : changes.incrementAndGet();
    }

    private static List<@Nullable String> connection(Config config) {
        return Arrays.asList(
                config.getMasterUrl(), config.getCaCertData(), config.getClientCertData(), config.getClientKeyData());
    }

    private synchronized KubernetesClient client() {
        return clients.getLast();
    }

    private synchronized void use(KubernetesClient client) {
        clients.add(client);
        if (clients.size() > 2) {
            clients.remove().close();
        }
    }

    private KubernetesClient opened(Config config) throws IOException {
        config.setUserAgent(userAgent);
        config.setConnectionTimeout((int) CONNECT_TIMEOUT.toMillis());
        // The callers retry, with their own pauses.
        config.setRequestRetryBackoffLimit(0);
        Vertx5HttpClientFactory http = new Vertx5HttpClientFactory(vertx);
        http.setTlsWarmup(TlsWarmup.OFF);
        try {
            return new KubernetesClientBuilder()
                    .withConfig(config)
                    .withHttpClientFactory(http)
                    .withHttpClientBuilderConsumer(this::intercept)
                    .build();
        } catch (KubernetesClientException e) {
            throw new IOException("the certificates or the key for access to Kubernetes are invalid", e);
        }
    }

    private void intercept(HttpClient.Builder builder) {
        // After a 401, fabric8's interceptor would read files and run the exec plugin on the event loop.
        builder.addOrReplaceInterceptor(TokenRefreshInterceptor.NAME, new Interceptor() {
            @Override
            public void before(BasicBuilder headers, HttpRequest request, RequestTags tags) {
                OAuthTokenProvider file = config.getOauthTokenProvider();
                Optional.ofNullable(file == null ? config.getAutoOAuthToken() : file.getToken())
                        .ifPresent(token -> headers.setHeader("Authorization", "Bearer " + token));
            }
        });
        for (Interceptor each : interceptors) {
            builder.addOrReplaceInterceptor(each.getClass().getName(), each);
        }
    }

    private static Config config(AccessSettings settings) throws IOException {
        if (settings instanceof AccessSettings.Kubeconfig kubeconfig) {
            return kubeconfig(kubeconfig.file().toAbsolutePath(), kubeconfig.context());
        }
        AccessSettings.InCluster cluster = (AccessSettings.InCluster) settings;
        if (!cluster.known()) {
            throw new IOException("KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set:"
                    + " outside a cluster, use a kubeconfig");
        }
        String host = cluster.host().contains(":") ? "[" + cluster.host() + "]" : cluster.host();
        Config config = Config.empty();
        config.setMasterUrl("https://" + host + ":" + cluster.port());
        config.setCaCertData(content(cluster.serviceAccount().resolve("ca.crt")));
        tokenOf(config, cluster.serviceAccount().resolve("token"));
        return config;
    }

    private static Config kubeconfig(Path file, String context) throws IOException {
        content(file);
        Kubeconfig content = Kubeconfig.parse(file, context);
        Config config;
        try {
            config = Config.fromKubeconfig(content.context(), file.toFile());
        } catch (KubernetesClientException e) {
            throw content.problem("has a user whose exec plugin cannot be started");
        }
        AuthInfo user = content.user();
        if (user.getExec() != null && config.getAutoOAuthToken() == null && config.getClientCertData() == null) {
            throw content.problem("has a user whose exec plugin returned no token and no certificate; run it by hand: "
                    + user.getExec().getCommand());
        }
        load(config.getCaCertFile(), config.getCaCertData(), config::setCaCertData);
        load(config.getClientCertFile(), config.getClientCertData(), config::setClientCertData);
        load(config.getClientKeyFile(), config.getClientKeyData(), config::setClientKeyData);
        if (user.getTokenFile() != null) {
            tokenOf(config, file.resolveSibling(user.getTokenFile()));
        }
        return config;
    }

    /** Reads the token again for each request, because the kubelet replaces a token about every hour. */
    private static void tokenOf(Config config, Path file) {
        BlockingCall<Buffer> reading = BlockingCall.reading(file, BlockingCall.SHORT_DEADLINE);
        config.setOauthTokenProvider(() -> {
            String token;
            try {
                token = reading.await().toString().strip();
            } catch (IOException e) {
                throw new KubernetesClientException(
                        "the token file " + file + " cannot be read" + BlockingCall.reason(e), e);
            }
            if (!OutsideText.isOneWord(token)) {
                throw new KubernetesClientException(
                        "the token file " + file + (token.isEmpty() ? " is empty" : " is not one word"));
            }
            return token;
        });
    }

    /** Replaces the name of a file by its content, so that a change of the file is visible. */
    private static void load(@Nullable String file, @Nullable String data, Consumer<String> content)
            throws IOException {
        if (file != null && data == null) {
            content.accept(content(Path.of(file)));
        }
    }

    private static String content(Path file) throws IOException {
        try {
            return BlockingCall.reading(file, BlockingCall.SHORT_DEADLINE)
                    .await()
                    .toString();
        } catch (IOException e) {
            throw new IOException("the file " + file + " cannot be read" + BlockingCall.reason(e), e);
        }
    }
}
