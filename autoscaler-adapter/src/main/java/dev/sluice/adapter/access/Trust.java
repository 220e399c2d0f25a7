package dev.sluice.adapter.access;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.sluice.adapter.kubernetes.Members;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/**
 * The content of the cluster's ConfigMap {@code extension-apiserver-authentication}: the authorities of client
 * certificates, and the names of the headers in which the front proxy names the user.
 *
 * @param clientAuthorities authorities of users' certificates
 * @param proxyAuthorities authorities of the front proxy's certificate; empty without a front proxy
 * @param proxyNames allowed common names of the front proxy; an empty set allows every name
 * @param userHeaders header names; the first non-empty header counts
 * @param uidHeaders header names; the first non-empty header counts
 * @param groupHeaders header names; all lines of all headers count
 * @param extraPrefixes prefixes of the names of other headers
 */
record Trust(
        List<X509Certificate> clientAuthorities,
        List<X509Certificate> proxyAuthorities,
        List<String> proxyNames,
        List<String> userHeaders,
        List<String> uidHeaders,
        List<String> groupHeaders,
        List<String> extraPrefixes) {

    /** Trust before the first read: no certificate is accepted. */
    static final Trust NOBODY = new Trust(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

    /**
     * Parses a ConfigMap.
     *
     * @throws IllegalArgumentException with a readable line if a member is invalid
     */
    static Trust of(JsonObject configMap) {
        JsonObject data = Members.object(configMap, "data").orElseGet(JsonObject::new);
        if (configMap.containsKey("data") && !(configMap.getValue("data") instanceof JsonObject)) {
            throw new IllegalArgumentException("data is not an object");
        }
        return new Trust(
                certificates(data, "client-ca-file"),
                certificates(data, "requestheader-client-ca-file"),
                names(data, "requestheader-allowed-names"),
                names(data, "requestheader-username-headers"),
                names(data, "requestheader-uid-headers"),
                names(data, "requestheader-group-headers"),
                names(data, "requestheader-extra-headers-prefix"));
    }

    private static List<X509Certificate> certificates(JsonObject data, String key) {
        Optional<String> pem = text(data, key);
        if (pem.isEmpty()) {
            return List.of();
        }
        try {
            return CertificateFactory.getInstance("X.509")
                    .generateCertificates(
                            new ByteArrayInputStream(pem.get().strip().getBytes(US_ASCII)))
                    .stream()
                    .map(X509Certificate.class::cast)
                    .toList();
        } catch (CertificateException e) {
            throw new IllegalArgumentException(key + " has no usable certificates", e);
        }
    }

    private static List<String> names(JsonObject data, String key) {
        Optional<String> json = text(data, key);
        try {
            JsonArray names = json.map(JsonArray::new).orElseGet(JsonArray::new);
            if (names.stream().allMatch(String.class::isInstance)) {
                return Members.texts(names);
            }
        } catch (DecodeException | ClassCastException e) {
            throw new IllegalArgumentException(key + " is not a JSON array of names", e);
        }
        throw new IllegalArgumentException(key + " is not a JSON array of names");
    }

    /**
     * Returns empty for a missing member. Throws if the member is not a string, because every name would be allowed if
     * such a member counted as missing.
     */
    private static Optional<String> text(JsonObject data, String key) {
        if (data.containsKey(key) && !(data.getValue(key) instanceof String)) {
            throw new IllegalArgumentException(key + " is not a text");
        }
        return Members.text(data, key).filter(text -> !text.isBlank());
    }
}
