package dev.sluice.adapter.access;

import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributes;
import io.vertx.core.MultiMap;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/**
 * A request to authorize.
 *
 * @param verb Kubernetes' verb, such as {@code list}
 * @param path requested path, without the query
 * @param resource requested resource; empty for other requests, such as discovery
 * @param headers header lines, including repeated headers
 * @param clientCertificates chain that the client presented, <b>not verified</b>; the client's own certificate is
 *     first; empty if the client presented no chain
 */
public record AccessRequest(
        String verb,
        String path,
        Optional<ResourceAttributes> resource,
        MultiMap headers,
        List<X509Certificate> clientCertificates) {}
