package dev.sluice.common.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.common.tls.ClientTlsFiles.Part;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.ClientSSLOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
                user: {client-certificate-data: Q0VSVA==, client-key-data: S0VZ}
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
        KubernetesAccess access = inCluster("10.96.0.1", 443);
        assertThat(access.address()).isEqualTo(new ApiAddress(true, "10.96.0.1", 443, "", Optional.empty(), true));
        assertThat(access.pem()).containsOnly(Map.entry(Part.CA, new TextOrFile.InFile(directory.resolve("ca.crt"))));
        CredentialReader credentials = new CredentialReader(vertx, access);
        assertThat(result(credentials.current()).token()).contains("first");
        Files.writeString(directory.resolve("token"), "second\n");
        assertThat(result(credentials.current()).token()).contains("second");
    }

    @ParameterizedTest
    @CsvSource({
        "'', 'is empty'",
        "'two words', 'is not one word'",
        "'absent', 'cannot be read'",
    })
    void aTokenThatCannotBeUsedIsAFailureWithoutItsContent(String content, String message) throws Exception {
        Files.writeString(directory.resolve("ca.crt"), "CA PEM");
        if (!content.equals("absent")) {
            Files.writeString(directory.resolve("token"), content);
        }
        KubernetesAccess access = inCluster("10.96.0.1", 443);
        assertThatThrownBy(() -> result(new CredentialReader(vertx, access).current()))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        ApiFailure.class, failure -> assertThat(failure.kind()).isEqualTo(ApiFailure.Kind.UNAUTHORIZED))
                .hasMessage("the token file " + directory.resolve("token") + " " + message);
    }

    @Test
    void authoritiesThatCannotBeReadAreReported() {
        assertThatThrownBy(() -> inCluster("10.96.0.1", 443))
                .isInstanceOf(IOException.class)
                .hasMessage("the file " + directory.resolve("ca.crt") + " cannot be read");
    }

    @Test
    void outsideOfAClusterSaysSo() {
        assertThatThrownBy(() -> KubernetesAccess.open(AccessSettings.inCluster(Map.of())))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("outside a cluster");
    }

    @Test
    void findsTheClusterInTheEnvironment() {
        Map<String, String> environment =
                Map.of("KUBERNETES_SERVICE_HOST", "10.96.0.1", "KUBERNETES_SERVICE_PORT", "443");
        assertThat(AccessSettings.inCluster(environment))
                .isEqualTo(new AccessSettings.InCluster(
                        "10.96.0.1", 443, Path.of("/var/run/secrets/kubernetes.io/serviceaccount")));
    }

    @Test
    void takesTheCurrentContext() throws Exception {
        KubernetesAccess access = kubeconfig("");
        assertThat(access.address()).isEqualTo(new ApiAddress(true, "10.0.0.1", 6443, "/base", Optional.empty(), true));
        assertThat(access.pem()).containsOnly(Map.entry(Part.CA, new TextOrFile.Text("CA PEM")));
        assertThat(access.token()).hasValue(new TextOrFile.Text("secret-1"));
    }

    @Test
    void takesANamedContextAndFilesBesideTheKubeconfig() throws Exception {
        Files.writeString(directory.resolve("ca.pem"), "CA FILE");
        Files.writeString(directory.resolve("token"), "secret-2\n");
        KubernetesAccess access = kubeconfig("two");
        assertThat(access.address())
                .isEqualTo(new ApiAddress(true, "fd00::1", 443, "", Optional.of("api.cluster.example"), true));
        assertThat(access.pem()).containsOnly(Map.entry(Part.CA, new TextOrFile.InFile(directory.resolve("ca.pem"))));
        KubernetesAccess plain = new KubernetesAccess(ApiAddress.of("http://localhost"), access.token(), Map.of());
        assertThat(result(new CredentialReader(vertx, plain).current()).token()).contains("secret-2");
    }

    @Test
    void takesClientCertificates() throws Exception {
        KubernetesAccess access = kubeconfig("three");
        assertThat(access.address().verify()).isFalse();
        assertThat(access.address().tls()).isFalse();
        assertThat(access.token()).isEmpty();
        assertThat(access.pem())
                .isEqualTo(Map.of(Part.CERTIFICATE, new TextOrFile.Text("CERT"), Part.KEY, new TextOrFile.Text("KEY")));
    }

    @Test
    void aContextWithoutUserIsAnonymous() throws Exception {
        KubernetesAccess access = kubeconfig("anonymous");
        assertThat(access.token()).isEmpty();
        assertThat(access.pem()).containsOnlyKeys(Part.CA);
    }

    @ParameterizedTest
    @CsvSource({
        "lost, 'no entry \"nowhere\" in its clusters'",
        "missing, 'no entry \"missing\" in its contexts'",
        "two, 'ca.pem cannot be read'"
    })
    void saysWhatIsWrongWithAContext(String context, String message) {
        assertThatThrownBy(() -> kubeconfig(context))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(message);
    }

    @Test
    void nothingThatHoldsASecretPrintsIt() {
        CredentialReader.Credential credential =
                new CredentialReader.Credential(Optional.of("hunter2"), new ClientSSLOptions());
        assertThat(credential.toString() + new TextOrFile.Text("hunter2")).doesNotContain("hunter2");
    }

    private KubernetesAccess inCluster(String host, int port) throws IOException {
        return KubernetesAccess.open(new AccessSettings.InCluster(host, port, directory));
    }

    private KubernetesAccess kubeconfig(String context) throws IOException {
        Path file = Files.writeString(directory.resolve("kubeconfig"), KUBECONFIG);
        return KubernetesAccess.open(new AccessSettings.Kubeconfig(file, context));
    }

    private static <T> T result(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }
}
