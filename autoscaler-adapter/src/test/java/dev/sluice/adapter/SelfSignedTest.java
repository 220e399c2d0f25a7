package dev.sluice.adapter;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.adapter.config.Setting;
import dev.sluice.adapter.demand.DemandSamples;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SignatureException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the adapter's self-signed certificate with a client that trusts the APIService's bundle. */
@Tag("slow")
class SelfSignedTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String SECRET = FakeKubernetes.SECRETS + "/sluice-adapter-ca";
    private static final String SERVICE = "sluice-adapter.slurm.svc";
    private static final List<String> MASTER = List.of("X-Remote-User: a", "X-Remote-Group: system:masters");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private FakeKubernetes kubernetes;

    @SuppressWarnings("NullAway.Init")
    private FakeExporter exporter;

    @BeforeEach
    void start() throws IOException {
        kubernetes = new FakeKubernetes();
        kubernetes.trust(Pki.pem("proxy-ca"), "[]");
        exporter = FakeExporter.answering(200, DemandSamples.bytes("two-clusters.json"));
    }

    @AfterEach
    void stop() {
        exporter.close();
        kubernetes.close();
    }

    private SecuredAdapter adapter() throws IOException {
        return adapter(Map.of());
    }

    private SecuredAdapter adapter(Map<Setting, List<String>> more) throws IOException {
        Map<Setting, List<String>> flags = new EnumMap<>(Setting.class);
        flags.putAll(more);
        flags.put(Setting.TLS_SELF_SIGNED, List.of("slurm/sluice-adapter"));
        SecuredAdapter adapter = new SecuredAdapter(
                folder,
                kubernetes,
                exporter,
                flags,
                // The JDK's clients use the machine's clock.
                Instant.now());
        adapter.awaitTrust(kubernetes);
        return adapter;
    }

    /** Returns a copy of the captured APIService that points to a Service. */
    private static ObjectNode apiService(String namespace, String name) {
        ObjectNode found = FakeKubernetes.captured("auth/apiservice-external.json");
        ((ObjectNode) found.get("spec").get("service"))
                .put("namespace", namespace)
                .put("name", name);
        return found;
    }

    private String bundle(String apiService) {
        String base64 =
                kubernetes.object(apiService).get("spec").get("caBundle").asText();
        return new String(Base64.getDecoder().decode(base64), US_ASCII);
    }

    private boolean answers(SecuredAdapter adapter, String bundle) throws IOException {
        try (TlsClient client = TlsClient.connect(adapter.port(), Pki.context(bundle, "front-proxy"), SERVICE)) {
            return client.get(SecuredAdapter.DESIRED, MASTER).status() == 200;
        } catch (SSLHandshakeException e) {
            return false;
        }
    }

    /**
     * Returns true if an API server that trusts the registered bundle gets no response. If the bundle was replaced
     * during the request, the result proves nothing.
     */
    private boolean isInterrupted(SecuredAdapter adapter) throws IOException {
        String registered = bundle(FakeKubernetes.EXTERNAL);
        return !answers(adapter, registered) && bundle(FakeKubernetes.EXTERNAL).equals(registered);
    }

    @Test
    void twoReplicasAgreeAndEachIsTrusted() throws IOException {
        kubernetes.put(FakeKubernetes.EXTERNAL, apiService("slurm", "sluice-adapter"));
        kubernetes.put(FakeKubernetes.CUSTOM, apiService("slurm", "sluice-adapter"));
        String before = bundle(FakeKubernetes.EXTERNAL);
        try (SecuredAdapter one = adapter();
                SecuredAdapter two = adapter()) {
            await().atMost(PATIENCE)
                    .until(() -> !bundle(FakeKubernetes.EXTERNAL).equals(before)
                            && answers(one, bundle(FakeKubernetes.EXTERNAL))
                            && answers(two, bundle(FakeKubernetes.EXTERNAL))
                            && answers(two, bundle(FakeKubernetes.CUSTOM)));

            assertThat(kubernetes.object(SECRET).get("data").get("ca.crt").asText())
                    .isEqualTo(kubernetes
                            .object(FakeKubernetes.EXTERNAL)
                            .get("spec")
                            .get("caBundle")
                            .asText());
            assertThatThrownBy(() -> TlsClient.connect(
                            one.port(), Pki.context(bundle(FakeKubernetes.EXTERNAL), ""), "kubernetes.default.svc"))
                    .as("it has the names of its Service and no others")
                    .isInstanceOf(SSLHandshakeException.class);
        }
    }

    @Test
    void anApiServiceOfSomebodyElseIsNotTouched() throws IOException {
        kubernetes.put(FakeKubernetes.EXTERNAL, apiService("keda", "keda-operator-metrics-apiserver"));
        kubernetes.put(FakeKubernetes.CUSTOM, apiService("slurm", "sluice-adapter"));
        ObjectNode foreign = kubernetes.object(FakeKubernetes.EXTERNAL).deepCopy();
        String before = bundle(FakeKubernetes.CUSTOM);
        try (SecuredAdapter adapter = adapter()) {
            await().atMost(PATIENCE)
                    .until(() -> !bundle(FakeKubernetes.CUSTOM).equals(before)
                            && answers(adapter, bundle(FakeKubernetes.CUSTOM)));

            assertThat(kubernetes.object(FakeKubernetes.EXTERNAL)).isEqualTo(foreign);
            assertThat(kubernetes.requests("PATCH", "v1beta1.external.metrics.k8s.io"))
                    .isZero();
            assertThat(adapter.metric("sluice_adapter_certificate_failures_total"))
                    .isZero();
        }
    }

    @Test
    void whatSomebodyUndoesIsPutRight() throws IOException {
        kubernetes.put(FakeKubernetes.EXTERNAL, apiService("slurm", "sluice-adapter"));
        String other = bundle(FakeKubernetes.EXTERNAL);
        try (SecuredAdapter adapter = adapter()) {
            await().atMost(PATIENCE).until(() -> answers(adapter, bundle(FakeKubernetes.EXTERNAL)));
            kubernetes.put(FakeKubernetes.EXTERNAL, apiService("slurm", "sluice-adapter"));
            assertThat(other).isNotEmpty();
            await().atMost(PATIENCE)
                    .until(() -> !bundle(FakeKubernetes.EXTERNAL).equals(other)
                            && answers(adapter, bundle(FakeKubernetes.EXTERNAL)));
        }
    }

    @Test
    void certificateAndAuthorityAreRenewedInTimeAndTheOldAuthorityStaysTrusted() throws IOException {
        kubernetes.put(FakeKubernetes.EXTERNAL, apiService("slurm", "sluice-adapter"));
        String captured = bundle(FakeKubernetes.EXTERNAL);
        try (SecuredAdapter adapter = adapter()) {
            await().atMost(PATIENCE)
                    .until(() -> !bundle(FakeKubernetes.EXTERNAL).equals(captured)
                            && answers(adapter, bundle(FakeKubernetes.EXTERNAL)));
            String first = bundle(FakeKubernetes.EXTERNAL);
            double expiry = adapter.metric("sluice_adapter_certificate_expiry_timestamp_seconds");

            assertThat(adapter.metric("sluice_adapter_certificate_lifetime_seconds"))
                    .as("90 days, and an hour before for clocks that differ")
                    .isEqualTo(Duration.ofDays(90).plusHours(1).toSeconds());
            // The renewal is due when 30 days are left.
            adapter.time.setClock(adapter.time.clock().instant().plus(Duration.ofDays(61)));
            await().atMost(PATIENCE)
                    .until(() -> adapter.metric("sluice_adapter_certificate_expiry_timestamp_seconds")
                            == expiry + Duration.ofDays(61).toSeconds());
            assertThat(bundle(FakeKubernetes.EXTERNAL)).isEqualTo(first);

            // The authority is valid for ten years. The renewal is due when one year is left.
            adapter.time.setClock(adapter.time.clock().instant().plus(Duration.ofDays(3300)));
            await().atMost(PATIENCE)
                    .until(() -> bundle(FakeKubernetes.EXTERNAL).endsWith(first)
                            && bundle(FakeKubernetes.EXTERNAL).length() > first.length());
            String next = bundle(FakeKubernetes.EXTERNAL);
            String nextAlone = next.substring(0, next.length() - first.length());
            await().atMost(PATIENCE).until(() -> shown(adapter, nextAlone));
        }
    }

    /** Returns true if the authority issued the served certificate, even if the certificate is not valid yet. */
    private static boolean shown(SecuredAdapter adapter, String authority)
            throws IOException, GeneralSecurityException {
        try (TlsClient client = TlsClient.connect(adapter.port(), Pki.trustingAnybody())) {
            client.socket()
                    .getSession()
                    .getPeerCertificates()[0]
                    .verify(Pki.parsed(authority).getPublicKey());
            return true;
        } catch (SignatureException e) {
            return false;
        }
    }

    /** A rolling restart must stop if the API server would not trust the new replica. */
    @Test
    void notReadyBeforeTheApiServerTrustsItAndReadyEverAfter() throws IOException {
        kubernetes.put(FakeKubernetes.EXTERNAL, apiService("slurm", "sluice-adapter"));
        kubernetes.trouble(FakeKubernetes.Trouble.NO_SECRETS);
        try (SecuredAdapter adapter = adapter()) {
            await().atMost(PATIENCE).until(() -> adapter.metric("sluice_adapter_certificate_failures_total") == 1);
            assertThat(adapter.ready().statusCode()).isEqualTo(503);
            assertThat(adapter.ready().body())
                    .startsWith(
                            "not ready: the API server does not trust the certificate yet: the Kubernetes API server"
                                    + " answered 403: secrets is forbidden\ncluster research: served\n");
            assertThat(probe(adapter, "/livez")).isEqualTo(200);
            assertThat(probe(adapter, "/readyz")).isEqualTo(503);

            kubernetes.trouble(FakeKubernetes.Trouble.NONE);
            await().atMost(PATIENCE).until(() -> adapter.ready().statusCode() == 200);
            assertThat(answers(adapter, bundle(FakeKubernetes.EXTERNAL))).isTrue();
            assertThat(probe(adapter, "/readyz")).isEqualTo(200);
            assertThat(adapter.metric("sluice_adapter_certificate_trusted")).isOne();

            kubernetes.trouble(FakeKubernetes.Trouble.ERROR);
            await().atMost(PATIENCE).until(() -> adapter.metric("sluice_adapter_certificate_failures_total") == 2);
            assertThat(adapter.ready().statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"TOO_MANY_REQUESTS", "UNAVAILABLE", "GARBAGE"})
    void startsBesideAnApiServerThatRefusesEverythingAtFirst(FakeKubernetes.Trouble trouble) throws IOException {
        kubernetes.put(FakeKubernetes.EXTERNAL, apiService("slurm", "sluice-adapter"));
        kubernetes.trouble(trouble);
        try (SecuredAdapter adapter = new SecuredAdapter(
                folder,
                kubernetes,
                exporter,
                Map.of(Setting.TLS_SELF_SIGNED, List.of("slurm/sluice-adapter")),
                Instant.now())) {
            await().atMost(PATIENCE).until(() -> adapter.metric("sluice_adapter_certificate_failures_total") >= 1);
            assertThat(adapter.ready().statusCode()).isEqualTo(503);
            assertThat(probe(adapter, "/livez")).isEqualTo(200);

            kubernetes.trouble(FakeKubernetes.Trouble.NONE);
            await().atMost(PATIENCE).until(() -> adapter.ready().statusCode() == 200);
            assertThat(answers(adapter, bundle(FakeKubernetes.EXTERNAL))).isTrue();
        }
    }

    /** Does not verify certificates, like a kubelet. */
    private static int probe(SecuredAdapter adapter, String path) {
        return TlsClient.get(adapter.port(), Pki.trustingAnybody(), path, List.of())
                .status();
    }

    /**
     * After the Secret is deleted, a replica creates a new authority. No request fails, because the API server trusts
     * the old authority until all replicas have changed.
     */
    @Test
    void aDeletedSecretInterruptsNobody() throws IOException {
        kubernetes.put(FakeKubernetes.EXTERNAL, apiService("slurm", "sluice-adapter"));
        try (SecuredAdapter one = adapter();
                SecuredAdapter two = adapter()) {
            await().atMost(PATIENCE)
                    .until(() -> one.ready().statusCode() == 200 && two.ready().statusCode() == 200);
            String first = bundle(FakeKubernetes.EXTERNAL);
            String authority =
                    kubernetes.object(SECRET).get("data").get("ca.crt").asText();

            kubernetes.remove(SECRET);
            await().atMost(PATIENCE).until(() -> {
                assertThat(isInterrupted(one)).isFalse();
                assertThat(isInterrupted(two)).isFalse();
                return kubernetes.has(SECRET)
                        && !kubernetes
                                .object(SECRET)
                                .get("data")
                                .get("ca.crt")
                                .asText()
                                .equals(authority)
                        && !answers(one, first)
                        && !answers(two, first);
            });
            assertThat(bundle(FakeKubernetes.EXTERNAL)).as("both authorities").endsWith(first);

            // The time in which replicas change to the new authority is over.
            one.time.setClock(one.time.clock().instant().plus(Duration.ofMinutes(11)));
            two.time.setClock(two.time.clock().instant().plus(Duration.ofMinutes(11)));
            await().atMost(PATIENCE)
                    .until(() -> !bundle(FakeKubernetes.EXTERNAL).contains(first));
            assertThat(answers(one, bundle(FakeKubernetes.EXTERNAL))).isTrue();
            assertThat(answers(two, bundle(FakeKubernetes.EXTERNAL))).isTrue();
        }
    }

    /** Tests the case that somebody has put another authority into the Secret, for example from a backup. */
    @Test
    void whatIsServedStaysTrustedWhileTheAuthorityChanges() throws IOException {
        kubernetes.put(FakeKubernetes.EXTERNAL, apiService("slurm", "sluice-adapter"));
        try (SecuredAdapter adapter = adapter()) {
            await().atMost(PATIENCE).until(() -> adapter.ready().statusCode() == 200);
            ObjectNode before = kubernetes.object(SECRET).deepCopy();
            String first = bundle(FakeKubernetes.EXTERNAL);
            kubernetes.remove(SECRET);
            await().atMost(PATIENCE).until(() -> !answers(adapter, first));
            kubernetes.put(SECRET, before);
            await().atMost(PATIENCE).until(() -> {
                assertThat(answers(adapter, bundle(FakeKubernetes.EXTERNAL))).isTrue();
                return answers(adapter, first);
            });
        }
    }

    @Test
    void aGroupThatIsOffIsNotLookedAt() throws IOException {
        kubernetes.put(FakeKubernetes.EXTERNAL, apiService("slurm", "sluice-adapter"));
        kubernetes.put(FakeKubernetes.CUSTOM, apiService("slurm", "sluice-adapter"));
        try (SecuredAdapter adapter = adapter(Map.of(Setting.API_GROUPS, List.of("external")))) {
            await().atMost(PATIENCE).until(() -> adapter.ready().statusCode() == 200);
            assertThat(kubernetes.requests("GET", "v1beta2.custom.metrics.k8s.io"))
                    .isZero();
            assertThat(kubernetes.requests("PATCH", "v1beta2.custom.metrics.k8s.io"))
                    .isZero();
        }
    }

    @Test
    void aSecretThatIsSomethingElseIsLeftAndSaidSo() throws IOException {
        ObjectNode secret = FakeKubernetes.JSON.createObjectNode();
        secret.putObject("metadata").put("name", "sluice-adapter-ca");
        secret.putObject("data").put("ca.crt", "bm90aGluZw==");
        kubernetes.put(SECRET, secret);
        try (SecuredAdapter adapter = adapter()) {
            await().atMost(PATIENCE).until(() -> adapter.metric("sluice_adapter_certificate_failures_total") == 1);
            assertThat(kubernetes.object(SECRET)).isEqualTo(secret);
        }
    }
}
