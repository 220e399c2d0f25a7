package dev.sluice.exporter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the plugins of these tests are shell scripts")
class ExecPluginTest {

    private static final Clock NOON = Clock.fixed(Instant.parse("2026-11-20T12:00:00Z"), ZoneOffset.UTC);

    private final Vertx vertx = Vertx.vertx();

    @TempDir
    private Path directory = Path.of("");

    @AfterEach
    void close() throws Exception {
        result(vertx.close());
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1", "v1beta1"})
    void givesTheTokenThatThePluginPrints(String version) throws Exception {
        String line = "echo '{\"apiVersion\":\"client.authentication.k8s.io/" + version
                + "\",\"kind\":\"ExecCredential\",\"status\":{\"token\":\"'$1-$FLAVOUR'\"}}'";
        ExecPlugin plugin = plugin(NOON, line);
        assertThat(result(plugin.current()).token()).contains("arg-vanilla");
    }

    @Test
    void tellsThePluginWhatItSpeaks() throws Exception {
        ExecPlugin plugin = plugin(NOON, "printf %s \"$KUBERNETES_EXEC_INFO\" >info; " + token("t", ""));
        result(plugin.current());
        assertThat(directory.resolve("info"))
                .hasContent("{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\","
                        + "\"spec\":{\"interactive\":false}}");
    }

    @Test
    void givesCertificates() throws Exception {
        ExecPlugin plugin = plugin(
                NOON,
                "echo '{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"status\":"
                        + "{\"clientCertificateData\":\"CERT\",\"clientKeyData\":\"KEY\"}}'");
        assertThat(result(plugin.current()).certificate()).contains(new Credential.KeyPair("CERT", "KEY"));
    }

    @ParameterizedTest
    @CsvSource({"2026-11-20T13:00:00Z, 1", "2026-11-20T14:00:00+02:00, 2", "2026-11-20T11:00:00Z, 2", "'', 1"})
    void runsAgainOnceItsAnswerHasExpired(String expiry, int runs) throws Exception {
        ExecPlugin plugin = plugin(NOON, "echo run >>runs; " + token("t", expiry));
        result(plugin.current());
        result(plugin.current());
        assertThat(Files.readAllLines(directory.resolve("runs"))).hasSize(runs);
    }

    @Test
    void runsAgainOnceItsAnswerWasRefused() throws Exception {
        ExecPlugin plugin = plugin(NOON, "echo run >>runs; " + token("t", ""));
        result(plugin.current());
        plugin.refused();
        result(plugin.current());
        assertThat(Files.readAllLines(directory.resolve("runs"))).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({
        "exit 3, UNAUTHORIZED, ended with status 3",
        "echo hello, UNDECODABLE, is not an ExecCredential",
        "echo '{}', UNDECODABLE, not an ExecCredential of v1 or v1beta1",
    })
    void saysHowThePluginFailed(String script, FailureKind kind, String message) {
        assertFails(() -> plugin(NOON, script), kind, message);
    }

    @Test
    void doesNotWaitForever() {
        assertFails(
                () -> plugin(NOON, "sleep 600 & sleep 600", Duration.ofMillis(200)),
                FailureKind.TIMEOUT,
                "gave no answer within");
    }

    @Test
    void saysThatThePluginIsMissing() {
        ExecPlugin.Command command = new ExecPlugin.Command(List.of("/nowhere/plugin"), Map.of(), "v1");
        assertFails(
                () -> new ExecPlugin(vertx, NOON, command),
                FailureKind.UNAUTHORIZED,
                "the exec plugin /nowhere/plugin cannot be run");
    }

    @Test
    void isWhatAKubeconfigNames() throws Exception {
        script("echo run >>runs; " + token("from-plugin", ""));
        Path kubeconfig = Files.writeString(directory.resolve("kubeconfig"), """
                current-context: one
                contexts: [{name: one, context: {cluster: c, user: u}}]
                clusters: [{name: c, cluster: {server: "https://10.0.0.1"}}]
                users:
                  - name: u
                    user:
                      exec:
                        apiVersion: client.authentication.k8s.io/v1
                        command: ./plugin.sh
                        args: [arg]
                        env: [{name: FLAVOUR, value: vanilla}]
                        interactiveMode: IfAvailable
                """);
        AccessSettings settings = AccessSettings.kubeconfig(Optional.of(kubeconfig), Optional.empty());
        KubernetesAccess access =
                KubernetesAccess.open(vertx, settings, Map.of(), NOON).orElseThrow();
        assertThat(result(access.credentials().current()).token()).contains("from-plugin");
    }

    private interface Making {
        ExecPlugin make() throws IOException;
    }

    private static void assertFails(Making making, FailureKind kind, String message) {
        assertThatThrownBy(() -> result(making.make().current()))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .asInstanceOf(InstanceOfAssertFactories.type(FetchFailure.class))
                .satisfies(failure -> assertThat(failure.kind()).isEqualTo(kind))
                .satisfies(failure -> assertThat(failure.message()).contains(message));
    }

    private ExecPlugin plugin(Clock clock, String script) throws IOException {
        return plugin(clock, script, Duration.ofSeconds(60));
    }

    private ExecPlugin plugin(Clock clock, String script, Duration timeout) throws IOException {
        ExecPlugin.Command command = new ExecPlugin.Command(
                List.of(script(script).toString(), "arg"),
                Map.of("FLAVOUR", "vanilla"),
                "client.authentication.k8s.io/v1");
        return new ExecPlugin(vertx, clock, command, timeout);
    }

    private Path script(String body) throws IOException {
        Path script =
                Files.writeString(directory.resolve("plugin.sh"), "#!/bin/sh\ncd '" + directory + "'\n" + body + "\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return script;
    }

    private static String token(String token, String expiry) {
        return "echo '{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"status\":{\"token\":\"" + token
                + "\",\"expirationTimestamp\":\"" + expiry + "\"}}'";
    }

    private static <T> T result(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
