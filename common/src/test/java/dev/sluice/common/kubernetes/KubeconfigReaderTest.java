package dev.sluice.common.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.common.tls.ClientTlsFiles.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubeconfigReaderTest {

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
        return new KubeconfigReader(folder.resolve("config"), text).access("");
    }

    @Test
    void takesAddressAuthorityAndTokenOfTheCurrentContext() throws IOException {
        KubernetesAccess access = access(
                "server: 'https://[::1]:6443/below/', certificate-authority-data: UEVN, tls-server-name: kubernetes",
                "token: secret");

        assertThat(access)
                .isEqualTo(new KubernetesAccess(
                        new ApiAddress(true, "::1", 6443, "/below", Optional.of("kubernetes"), true),
                        Optional.of(new TextOrFile.Text("secret")),
                        Map.of(Part.CA, new TextOrFile.Text("PEM"))));
        assertThat(access.toString()).doesNotContain("secret");
    }

    @Test
    void takesFilesBesideIt() throws IOException {
        Path key = Files.writeString(folder.resolve("me.key"), "KEY");
        Files.writeString(folder.resolve("me.crt"), "CERT");
        Files.writeString(folder.resolve("ca.crt"), "CA");
        KubernetesAccess access = access(
                "server: 'https://k8s.example', certificate-authority: ca.crt",
                "client-certificate: me.crt, client-key: " + key + ", tokenFile: token, token: not this one");

        assertThat(access.address().port()).isEqualTo(443);
        assertThat(access.address().verify()).isTrue();
        assertThat(access.token()).hasValue(new TextOrFile.InFile(folder.resolve("token")));
        assertThat(access.pem())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        Part.CA,
                        new TextOrFile.InFile(folder.resolve("ca.crt")),
                        Part.CERTIFICATE,
                        new TextOrFile.InFile(folder.resolve("me.crt")),
                        Part.KEY,
                        new TextOrFile.InFile(key)));
    }

    @Test
    void trustsNoAuthorityWhereNothingIsChecked() throws IOException {
        KubernetesAccess access = access(
                "server: 'https://k8s.example', certificate-authority: none, insecure-skip-tls-verify: true",
                "token: a");

        assertThat(access.address().verify()).isFalse();
        assertThat(access.pem()).isEmpty();
    }

    @Test
    void takesNullForNothing() throws IOException {
        assertThat(access("server: 'http://localhost:8001'", "token: a, exec: null")
                        .token())
                .hasValue(new TextOrFile.Text("a"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "server: 'https://a'|exec: {command: aws}|has a user with exec, which is not supported here; use the service"
                        + " account in a pod, and elsewhere a token, a client certificate or the address of"
                        + " \"kubectl proxy\"",
                "server: 'https://a'|auth-provider: {name: gcp}|has a user with auth-provider, which is not supported",
                "server: 'https://a'|token: secret, exec: {command: aws}|has a user with exec",
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
        assertThatThrownBy(() -> KubernetesAccess.open(new AccessSettings.Kubeconfig(folder.resolve("none"), "")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot be read");
    }
}
