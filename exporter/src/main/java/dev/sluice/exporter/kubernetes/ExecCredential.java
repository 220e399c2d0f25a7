package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What an exec plugin answers.
 *
 * @param credential what it gives
 * @param expiresAt when that ends; the end of time where it does not say
 */
record ExecCredential(Credential credential, Instant expiresAt) {

    private static final Set<KubeField> FIELDS = EnumSet.of(
            KubeField.CREDENTIAL_VERSION,
            KubeField.CREDENTIAL_EXPIRY,
            KubeField.CREDENTIAL_TOKEN,
            KubeField.CREDENTIAL_CERTIFICATE,
            KubeField.CREDENTIAL_KEY);

    private static final Set<String> VERSIONS =
            Set.of("client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1");

    static ExecCredential parse(byte[] json, String plugin) throws FetchFailure {
        Map<KubeField, String> found = new EnumMap<>(KubeField.class);
        JsonSkimmer skimmer =
                new JsonSkimmer(new FieldTree().with(FIELDS), (field, key, text) -> found.put(field, text));
        try {
            skimmer.feed(json, json.length);
            skimmer.end();
            return credential(found, plugin);
        } catch (ApiFailure | DateTimeException e) {
            throw undecodable(plugin, "is not an ExecCredential");
        }
    }

    private static ExecCredential credential(Map<KubeField, String> found, String plugin) throws FetchFailure {
        if (!VERSIONS.contains(found.getOrDefault(KubeField.CREDENTIAL_VERSION, ""))) {
            throw undecodable(plugin, "is not an ExecCredential of v1 or v1beta1");
        }
        Optional<String> token = found(found, KubeField.CREDENTIAL_TOKEN);
        Optional<String> key = found(found, KubeField.CREDENTIAL_KEY);
        Optional<Credential.KeyPair> pair = found(found, KubeField.CREDENTIAL_CERTIFICATE)
                .flatMap(chain -> key.map(secret -> new Credential.KeyPair(chain, secret)));
        if (token.isEmpty() && pair.isEmpty()) {
            throw undecodable(plugin, "has neither a token nor a certificate with its key");
        }
        Instant expiry = found(found, KubeField.CREDENTIAL_EXPIRY)
                .map(text -> OffsetDateTime.parse(text).toInstant())
                .orElse(Instant.MAX);
        return new ExecCredential(new Credential(token, pair), expiry);
    }

    private static Optional<String> found(Map<KubeField, String> found, KubeField field) {
        return Optional.ofNullable(found.get(field)).filter(text -> !text.isEmpty());
    }

    private static FetchFailure undecodable(String plugin, String what) {
        return new FetchFailure(FailureKind.UNDECODABLE, "the answer of the exec plugin " + plugin + " " + what);
    }
}
