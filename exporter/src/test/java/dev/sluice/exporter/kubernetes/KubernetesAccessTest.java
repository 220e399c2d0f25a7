package dev.sluice.exporter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.exporter.poll.FetchFailure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubernetesAccessTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-20T12:00:00Z"), ZoneOffset.UTC);

    private static final String KUBECONFIG = """
            apiVersion: v1
            kind: Config
            current-context: one
            contexts:
              - name: one
                context: {cluster: first, user: tokenholder}
              - name: two
                context: {cluster: second, user: filereader, namespace: slurm}
              - name: three
                context: {cluster: third, user: jane}
              - name: anonymous
                context: {cluster: first}
              - name: old
                context: {cluster: first, user: oldtimer}
              - name: lost
                context: {cluster: nowhere, user: jane}
            clusters:
              - name: first
                cluster:
                  server: https://10.0.0.1:6443/base/
                  certificate-authority-data: Q0EgUEVN
              - name: second
                cluster:
                  server: https://[fd00::1]
                  certificate-authority: ca.pem
                  tls-server-name: api.cluster.example
              - name: third
                cluster:
                  server: http://localhost:8001
                  insecure-skip-tls-verify: true
            users:
              - name: tokenholder
                user: {token: secret-1}
              - name: filereader
                user: {tokenFile: token, token: secret-ignored}
              - name: jane
                user: {client-certificate-data: Q0VSVA==, client-key-data: S0VZ, exec: null}
              - name: oldtimer
                user: {username: admin, password: hunter2}
            """;

    private final Vertx vertx = Vertx.vertx();

    @TempDir
    private Path directory = Path.of("");

    @AfterEach
    void close() throws Exception {
        result(vertx.close());
    }

    @Test
    void inAClusterUsesTheServiceAccount() throws Exception {
        Files.writeString(directory.resolve("ca.crt"), "CA PEM");
        Files.writeString(directory.resolve("token"), "first\n");
        KubernetesAccess access =
                inCluster(Map.of("KUBERNETES_SERVICE_HOST", "10.96.0.1", "KUBERNETES_SERVICE_PORT", "443"));
        assertThat(access.address())
                .isEqualTo(new ApiAddress(true, "10.96.0.1", 443, "", Optional.of("CA PEM"), Optional.empty(), true));
        assertThat(result(access.credentials().current()).token()).contains("first");
        Files.writeString(directory.resolve("token"), "second\n");
        assertThat(result(access.credentials().current()).token()).contains("second");
    }

    @Test
    void aTokenThatCannotBeReadIsAFailureWithoutItsContent() throws Exception {
        Files.writeString(directory.resolve("ca.crt"), "CA PEM");
        KubernetesAccess access =
                inCluster(Map.of("KUBERNETES_SERVICE_HOST", "10.96.0.1", "KUBERNETES_SERVICE_PORT", "443"));
        assertThatThrownBy(() -> result(access.credentials().current()))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(FetchFailure.class)
                .hasMessageContaining("token cannot be read");
    }

    @Test
    void outsideOfAClusterSaysSo() {
        assertThatThrownBy(() -> inCluster(Map.of()))
                .isInstanceOf(AccessException.class)
                .hasMessageContaining("not inside of a cluster");
    }

    @Test
    void offIsOff() throws Exception {
        assertThat(KubernetesAccess.open(vertx, AccessSettings.off(), Map.of(), CLOCK))
                .isEmpty();
    }

    @Test
    void takesTheCurrentContext() throws Exception {
        KubernetesAccess access = kubeconfig(Optional.empty());
        assertThat(access.address())
                .isEqualTo(
                        new ApiAddress(true, "10.0.0.1", 6443, "/base", Optional.of("CA PEM"), Optional.empty(), true));
        assertThat(result(access.credentials().current()).token()).contains("secret-1");
    }

    @Test
    void takesANamedContextAndFilesBesideTheKubeconfig() throws Exception {
        Files.writeString(directory.resolve("ca.pem"), "CA FILE");
        Files.writeString(directory.resolve("token"), "secret-2\n");
        KubernetesAccess access = kubeconfig(Optional.of("two"));
        assertThat(access.address())
                .isEqualTo(new ApiAddress(
                        true, "fd00::1", 443, "", Optional.of("CA FILE"), Optional.of("api.cluster.example"), true));
        assertThat(result(access.credentials().current()).token()).contains("secret-2");
    }

    @Test
    void takesClientCertificates() throws Exception {
        KubernetesAccess access = kubeconfig(Optional.of("three"));
        assertThat(access.address().verify()).isFalse();
        assertThat(access.address().tls()).isFalse();
        assertThat(result(access.credentials().current()))
                .isEqualTo(new Credential(Optional.empty(), Optional.of(new Credential.KeyPair("CERT", "KEY"))));
    }

    @Test
    void aContextWithoutUserIsAnonymous() throws Exception {
        assertThat(result(kubeconfig(Optional.of("anonymous")).credentials().current()))
                .isEqualTo(Credential.NONE);
    }

    @ParameterizedTest
    @CsvSource({
        "old, 'Kubernetes itself has given up'",
        "lost, 'no entry \"nowhere\" under clusters'",
        "missing, 'no entry \"missing\" under contexts'",
        "two, 'ca.pem cannot be read'"
    })
    void saysWhatIsWrongWithAContext(String context, String message) {
        assertThatThrownBy(() -> kubeconfig(Optional.of(context)))
                .isInstanceOf(AccessException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void findsTheUsualKubeconfig() throws Exception {
        Path file = Files.writeString(directory.resolve("elsewhere"), KUBECONFIG);
        AccessSettings settings = AccessSettings.kubeconfig(Optional.empty(), Optional.empty());
        assertThat(KubernetesAccess.open(vertx, settings, Map.of("KUBECONFIG", file + ":/none"), CLOCK))
                .isPresent();
        Path home = Files.createDirectories(directory.resolve("home/.kube"));
        Files.writeString(home.resolve("config"), KUBECONFIG);
        assertThat(KubernetesAccess.open(
                        vertx,
                        settings,
                        Map.of("HOME", directory.resolve("home").toString()),
                        CLOCK))
                .isPresent();
    }

    @Test
    void nothingThatHoldsASecretPrintsIt() {
        Credential credential =
                new Credential(Optional.of("hunter2"), Optional.of(new Credential.KeyPair("a", "hunter2")));
        assertThat(credential.toString() + credential.certificate()).doesNotContain("hunter2");
    }

    private KubernetesAccess inCluster(Map<String, String> environment) throws AccessException {
        AccessSettings settings =
                new AccessSettings(AccessSettings.Mode.IN_CLUSTER, Optional.empty(), Optional.empty(), directory);
        return KubernetesAccess.open(vertx, settings, environment, CLOCK).orElseThrow();
    }

    private KubernetesAccess kubeconfig(Optional<String> context) throws AccessException, IOException {
        Path file = Files.writeString(directory.resolve("kubeconfig"), KUBECONFIG);
        AccessSettings settings = AccessSettings.kubeconfig(Optional.of(file), context);
        return KubernetesAccess.open(vertx, settings, Map.of(), CLOCK).orElseThrow();
    }

    private static <T> T result(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }
}
