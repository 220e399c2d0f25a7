package dev.sluice.common.kubernetes;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.log.OutsideText;
import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.vertx5.TlsWarmup;
import io.fabric8.kubernetes.client.vertx5.Vertx5HttpClientFactory;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Creates clients of an API server from Sluice's settings. Reads no other environment variable and no other file. */
public final class KubernetesClients {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);
    /** An idle connection that the server has closed, and a server that asks to wait (429), need one more request. */
    private static final int RETRIES = 1;

    private KubernetesClients() {}

    /**
     * Reads the files that the settings name, and sends no request. The method can block, also for an exec plugin.
     *
     * @param vertx runs the client's connections; closing the client does not close it
     * @param userAgent name of the program in the API server's log
     * @param interceptors see all requests and responses
     * @throws IOException if a required file or variable is missing or invalid; the message contains no secret
     */
    public static KubernetesClient open(
            Vertx vertx, AccessSettings settings, String userAgent, Interceptor... interceptors) throws IOException {
        Config config = config(settings);
        config.setUserAgent(userAgent);
        config.setConnectionTimeout((int) CONNECT_TIMEOUT.toMillis());
        config.setRequestTimeout((int) REQUEST_TIMEOUT.toMillis());
        config.setRequestRetryBackoffLimit(RETRIES);
        // The caller starts a watch again, because the caller shows why a watch ended.
        config.setWatchReconnectLimit(0);
        config.setOnlyHttpWatches(true);
        Vertx5HttpClientFactory http = new Vertx5HttpClientFactory(vertx);
        http.setTlsWarmup(TlsWarmup.OFF);
        try {
            return new KubernetesClientBuilder()
                    .withConfig(config)
                    .withHttpClientFactory(http)
                    .withHttpClientBuilderConsumer(builder -> Stream.of(interceptors)
                            .forEach(each -> builder.addOrReplaceInterceptor(
                                    each.getClass().getName(), each)))
                    .build();
        } catch (KubernetesClientException e) {
            throw new IOException("the certificates or the key for access to Kubernetes are invalid", e);
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
        config.setCaCertFile(readable(cluster.serviceAccount().resolve("ca.crt").toString()));
        tokenOf(config, cluster.serviceAccount().resolve("token"));
        return config;
    }

    private static Config kubeconfig(Path file, String context) throws IOException {
        readable(file.toString());
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
        for (String part : Stream.of(config.getCaCertFile(), config.getClientCertFile(), config.getClientKeyFile())
                .flatMap(part -> Optional.ofNullable(part).stream())
                .toList()) {
            readable(part);
        }
        if (user.getTokenFile() != null) {
            tokenOf(config, file.resolveSibling(user.getTokenFile()));
        }
        return config;
    }

    /** Reads the token again for each request, because the kubelet replaces a token about every hour. */
    private static void tokenOf(Config config, Path file) {
        config.setOauthTokenProvider(() -> {
            String token;
            try {
                token = BlockingCall.reading(file, BlockingCall.SHORT_DEADLINE)
                        .await()
                        .toString()
                        .strip();
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

    private static String readable(@Nullable String file) throws IOException {
        Path path = Path.of(String.valueOf(file));
        try {
            BlockingCall.reading(path, BlockingCall.SHORT_DEADLINE).await();
            return path.toString();
        } catch (IOException e) {
            throw new IOException("the file " + path + " cannot be read" + BlockingCall.reason(e), e);
        }
    }
}
