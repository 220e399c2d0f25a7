package dev.sluice.adapter.access;

import dev.sluice.common.tls.Pem;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;

/**
 * The content of the cluster's ConfigMap {@code extension-apiserver-authentication} about the front proxy.
 *
 * @param authorities authorities of the front proxy's certificate; empty without a front proxy
 * @param names allowed common names of the front proxy; an empty list allows every name
 */
record Trust(List<X509Certificate> authorities, List<String> names) {

    /** Trust before the first read: no certificate is accepted. */
    static final Trust NOBODY = of(Map.of());

    /**
     * Parses the data of a ConfigMap.
     *
     * @throws IllegalArgumentException with a readable line if a member is invalid
     */
    static Trust of(Map<String, String> data) {
        return new Trust(
                certificates(data, "requestheader-client-ca-file"), names(data, "requestheader-allowed-names"));
    }

    private static List<X509Certificate> certificates(Map<String, String> data, String key) {
        String pem = data.getOrDefault(key, "");
        try {
            return pem.isBlank() ? List.of() : Pem.certificates(pem);
        } catch (CertificateException e) {
            throw new IllegalArgumentException(key + " has no usable certificates", e);
        }
    }

    /** Rejects an array with other elements, because every name would be allowed if the array counted as empty. */
    private static List<String> names(Map<String, String> data, String key) {
        String json = data.getOrDefault(key, "");
        try {
            return json.isBlank()
                    ? List.of()
                    : new JsonArray(json).stream().map(String.class::cast).toList();
        } catch (DecodeException | ClassCastException e) {
            throw new IllegalArgumentException(key + " is not a JSON array of names", e);
        }
    }
}
