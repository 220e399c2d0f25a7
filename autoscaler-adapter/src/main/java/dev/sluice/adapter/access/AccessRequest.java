package dev.sluice.adapter.access;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request to authorize.
 *
 * @param verb Kubernetes' verb, such as {@code list}
 * @param path requested path, without the query
 * @param resource requested resource; empty for other requests, such as discovery
 * @param headers header lines in order, including repeated headers; names as sent
 * @param clientCertificates chain that the client presented, <b>not verified</b>; the client's own certificate is
 *     first; empty if the client presented no chain
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
     * The attributes of a resource for Kubernetes' authorizers.
     *
     * @param resource name of the resource; for an external metric, the name of the metric
     * @param subresource for a custom metric, the name of the metric; otherwise empty
     * @param name name of the object; empty for all objects
     */
    public record ResourceAttributes(
            String group, String version, String namespace, String resource, String subresource, String name) {}
}
