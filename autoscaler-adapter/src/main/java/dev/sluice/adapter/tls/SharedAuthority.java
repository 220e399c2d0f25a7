package dev.sluice.adapter.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.sluice.adapter.kubernetes.Members;
import dev.sluice.common.kubernetes.ApiClient;
import dev.sluice.common.kubernetes.ApiFailure;
import dev.sluice.common.kubernetes.KubernetesRequest;
import dev.sluice.common.tls.Pem;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * The authority that the adapter's replicas share in a Secret. The first replica creates the authority. The first
 * replica that finds the authority due for renewal puts a new authority before the old authority. If several replicas
 * write at the same time, the API server accepts only one write.
 *
 * @param namespace namespace of the Secret
 * @param name name of the Secret
 */
record SharedAuthority(ApiClient client, String namespace, String name, Clock clock) {

    /** Time from the renewal of an authority to its expiry, long enough for all clients to trust the next authority. */
    static final Duration RENEW = Duration.ofDays(365);

    private static final String CERTIFICATES = "ca.crt";
    private static final String KEY = "ca.key";

    /**
     * The content of the Secret.
     *
     * @param authority newest authority
     * @param certificates certificates of the newest authority and of earlier authorities that are still valid
     */
    record Held(CertificateAuthority authority, List<X509Certificate> certificates) {
        @Override
        public String toString() {
            return "Held";
        }
    }

    /** Returns the authority in the Secret; creates the Secret if it is missing. */
    Future<Held> get() {
        return client.json(KubernetesRequest.get(secrets(), name))
                .recover(failure -> ApiFailure.of(failure).remedy() == ApiFailure.Remedy.REDISCOVER
                        ? create()
                        : Future.failedFuture(failure))
                .compose(this::held);
    }

    private KubernetesRequest.Resource secrets() {
        return new KubernetesRequest.Resource("", "v1", "secrets", Optional.of(namespace));
    }

    private Future<JsonObject> create() {
        return Future.succeededFuture(clock.instant())
                .map(CertificateAuthority::create)
                .compose(authority -> client.json(KubernetesRequest.create(
                        secrets(), secret(authority, List.of(), "").encode())))
                .recover(failure -> ApiFailure.of(failure).remedy() == ApiFailure.Remedy.REREAD
                        ? client.json(KubernetesRequest.get(secrets(), name))
                        : Future.failedFuture(failure));
    }

    private Future<Held> held(JsonObject secret) {
        Optional<JsonObject> data = Members.object(secret, "data");
        Optional<String> bundle = data.flatMap(found -> decoded(found, CERTIFICATES));
        Optional<String> key = data.flatMap(found -> decoded(found, KEY));
        try {
            List<X509Certificate> certificates = Pem.certificates(bundle.orElse(""));
            CertificateAuthority authority = new CertificateAuthority(
                    certificates.get(0),
                    Pem.key(key.orElse(""), certificates.get(0).getPublicKey()));
            Instant ends = authority.certificate().getNotAfter().toInstant();
            if (clock.instant().isBefore(ends.minus(RENEW))) {
                return Future.succeededFuture(new Held(authority, certificates));
            }
            String version = Members.object(secret, "metadata")
                    .flatMap(metadata -> Members.text(metadata, "resourceVersion"))
                    .orElse("");
            return client.json(KubernetesRequest.update(
                            secrets(),
                            name,
                            secret(CertificateAuthority.create(clock.instant()), certificates, version)
                                    .encode()))
                    .compose(this::held);
        } catch (GeneralSecurityException e) {
            return Future.failedFuture(new ApiFailure(
                    ApiFailure.Kind.UNDECODABLE,
                    "the Secret " + namespace + "/" + name
                            + " has no usable " + CERTIFICATES + " and " + KEY
                            + "; restore it, or delete it to have the adapter make a new one, which does not"
                            + " interrupt requests"));
        }
    }

    private JsonObject secret(CertificateAuthority authority, List<X509Certificate> before, String version) {
        List<X509Certificate> all = new ArrayList<>(List.of(authority.certificate()));
        before.stream()
                .filter(old -> clock.instant().isBefore(old.getNotAfter().toInstant()))
                .forEach(all::add);
        JsonObject metadata = new JsonObject().put("name", name).put("namespace", namespace);
        if (!version.isEmpty()) {
            metadata.put("resourceVersion", version);
        }
        return new JsonObject()
                .put("apiVersion", "v1")
                .put("kind", "Secret")
                .put("metadata", metadata)
                .put("type", "Opaque")
                .put(
                        "data",
                        new JsonObject()
                                .put(CERTIFICATES, encoded(PemText.of(all)))
                                .put(KEY, encoded(PemText.of(authority.key()))));
    }

    static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(US_ASCII));
    }

    static Optional<String> decoded(JsonObject data, String name) {
        try {
            return Members.text(data, name)
                    .map(base64 -> new String(Base64.getDecoder().decode(base64), US_ASCII));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
