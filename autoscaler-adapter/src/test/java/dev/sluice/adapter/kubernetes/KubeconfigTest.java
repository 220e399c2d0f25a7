package dev.sluice.adapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.adapter.config.KubernetesSettings;
import dev.sluice.adapter.kubernetes.KubernetesAccess.KeyPair;
import dev.sluice.adapter.kubernetes.KubernetesAccess.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubeconfigTest {

    private static final String FRAME = """
            apiVersion: v1
            kind: Config
            current-context: lab
            contexts:
              - {name: other, context: {cluster: none}}
              - {name: lab, context: {cluster: here, user: me}}
            clusters:
              - name: here
                cluster: {CLUSTER}
            users:
              - name: me
                user: {USER}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private KubernetesAccess access(String cluster, String user) throws IOException {
        return read(FRAME.replace("CLUSTER", cluster).replace("USER", user));
    }

    private KubernetesAccess read(String text) throws IOException {
        return KubernetesAccess.open(
                new KubernetesSettings.Kubeconfig(Files.writeString(folder.resolve("config"), text)));
    }

    @Test
    void takesAddressAuthorityAndTokenOfTheCurrentContext() throws IOException {
        KubernetesAccess access = access(
                "server: 'https://[::1]:6443/below/', certificate-authority-data: UEVN, tls-server-name: kubernetes",
                "token: secret");

        assertThat(access)
                .isEqualTo(new KubernetesAccess(
                        true,
                        "::1",
                        6443,
                        "/below",
                        Optional.of(new Secret.Fixed("PEM")),
                        Optional.of("kubernetes"),
                        true,
                        Optional.of(new Secret.Fixed("secret")),
                        Optional.empty()));
        assertThat(access.toString()).doesNotContain("secret");
    }

    @Test
    void takesFilesBesideIt() throws IOException {
        KubernetesAccess access = access(
                "server: 'https://k8s.example', certificate-authority: ca.crt, insecure-skip-tls-verify: true",
                "client-certificate: me.crt, client-key: /keys/me.key, tokenFile: token, token: not this one");

        assertThat(access.port()).isEqualTo(443);
        assertThat(access.verify()).isFalse();
        assertThat(access.authority()).hasValue(new Secret.InFile(folder.resolve("ca.crt")));
        assertThat(access.token()).hasValue(new Secret.InFile(folder.resolve("token")));
        assertThat(access.certificate())
                .hasValue(new KeyPair(
                        new Secret.InFile(folder.resolve("me.crt")), new Secret.InFile(Path.of("/keys/me.key"))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "server: 'https://a'|exec: {command: aws}|has a user with exec, which is not supported here",
                "server: 'https://a'|username: me, password: secret|has a user with username",
                "server: 'https://a'|as: admin|has a user with as, which is not supported here",
                "server: 'https://a', proxy-url: 'http://p'|token: a|names a proxy-url",
                "server: 'ftp://a'|token: a|has a server that is not http:// or https:// with a host",
                "server: ':'|token: a|has a server that is not",
                "x: 1|token: a|has a cluster without server",
                "server: 'https://a'|client-certificate: a|has a client certificate or a key, but not both",
                "server: 'https://a', certificate-authority-data: A|token: a|certificate-authority-data that is not base64",
            })
    void refusesWhatItDoesNotUnderstand(String cluster, String user, String complaint) {
        assertThatThrownBy(() -> access(cluster, user))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the kubeconfig " + folder.resolve("config"))
                .hasMessageContaining(complaint)
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "token: [secret|is not YAML as kubectl writes it",
                "[]|is not YAML as kubectl writes it",
                "{}|has no current-context",
                "current-context: a|has no entry \"a\" in its contexts",
            })
    void refusesWhatIsNone(String text, String complaint) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(complaint)
                .hasMessageNotContaining("secret");
    }

    @Test
    void refusesAFileThatIsNotThere() {
        assertThatThrownBy(() -> KubernetesAccess.open(new KubernetesSettings.Kubeconfig(folder.resolve("none"))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot be read");
    }
}
