package dev.sluice.adapter.server;

import dev.sluice.adapter.access.AccessRequest;
import dev.sluice.adapter.access.AccessRequest.ResourceAttributes;
import dev.sluice.adapter.api.Target;
import dev.sluice.adapter.metrics.ObjectName;
import io.vertx.core.http.HttpServerRequest;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/** Creates the access request for an HTTP request, in the terms of Kubernetes' own API server. */
final class Questions {

    private Questions() {}

    static AccessRequest of(HttpServerRequest request, Target target) {
        List<Map.Entry<String, String>> headers = new ArrayList<>();
        request.headers().forEach((name, value) -> headers.add(Map.entry(name, value)));
        Optional<ResourceAttributes> resource = resource(target);
        return new AccessRequest(
                verb(request, target),
                Optional.ofNullable(request.path()).orElse(""),
                resource,
                headers,
                certificates(request));
    }

    private static Optional<ResourceAttributes> resource(Target target) {
        if (target instanceof Target.External external) {
            return Optional.of(new ResourceAttributes(
                    "external.metrics.k8s.io", "v1beta1", external.namespace(), external.metric(), "", ""));
        }
        if (target instanceof Target.OfObject ofObject) {
            ObjectName object = ofObject.object();
            return Optional.of(new ResourceAttributes(
                    "custom.metrics.k8s.io",
                    "v1beta2",
                    object.namespace(),
                    object.resource(),
                    ofObject.metric(),
                    object.name()));
        }
        return Optional.empty();
    }

    private static String verb(HttpServerRequest request, Target target) {
        return switch (request.method().name()) {
            // Kubernetes treats a path without an object name as a list.
            case "GET", "HEAD" -> target instanceof Target.External ? "list" : "get";
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> "delete";
            default -> "";
        };
    }

    private static List<X509Certificate> certificates(HttpServerRequest request) {
        SSLSession session = request.isSSL() ? request.sslSession() : null;
        if (session == null) {
            return List.of();
        }
        List<X509Certificate> chain = new ArrayList<>();
        try {
            for (Certificate certificate : session.getPeerCertificates()) {
                if (certificate instanceof X509Certificate x509) {
                    chain.add(x509);
                }
            }
        } catch (SSLPeerUnverifiedException e) {
            // The client presented no certificate.
            return List.of();
        }
        return chain;
    }
}
