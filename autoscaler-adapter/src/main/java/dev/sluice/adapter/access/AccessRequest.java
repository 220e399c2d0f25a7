package dev.sluice.adapter.access;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request to authorize.
 *
 * @param verb in Kubernetes' words, such as {@code list}
 * @param path as it was asked for, without the query
 * @param resource what is wanted; empty where it is no resource, such as discovery
 * @param headers in their order, repeated ones too; the names as they were sent
 * @param clientCertificates the chain that the client presented, its own first, <b>not verified</b>; empty without one
 */
public record AccessRequest(
        String verb,
        String path,
        Optional<ResourceAttributes> resource,
        List<Map.Entry<String, String>> headers,
        List<X509Certificate> clientCertificates) {

    public AccessRequest {
        headers = List.copyOf(headers);
        clientCertificates = List.copyOf(clientCertificates);
    }

    /**
     * A resource as Kubernetes' authorizers know it.
     *
     * @param resource of an external metric, the metric's name
     * @param subresource of a custom metric, the metric's name; else empty
     * @param name of the object; empty for all
     */
    public record ResourceAttributes(
            String group, String version, String namespace, String resource, String subresource, String name) {}
}
