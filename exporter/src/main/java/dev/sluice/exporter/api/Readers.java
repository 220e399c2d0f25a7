package dev.sluice.exporter.api;

import dev.sluice.exporter.access.TrustedProxy;
import dev.sluice.exporter.access.TrustedProxy.Identity;
import dev.sluice.exporter.access.TrustedProxy.Peer;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.model.controller.PrivateData;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Finds out who asks, and what this reader may see. */
final class Readers {

    private final TrustedProxy proxy;
    private final Visibility anybody;

    /**
     * @param anybody what readers see whom the proxy does not name
     */
    Readers(TrustedProxy proxy, Visibility anybody) {
        this.proxy = proxy;
        this.anybody = anybody;
    }

    /** The value of the header Vary: caches must not answer one reader with the answer for another. */
    Optional<String> vary() {
        return Optional.of(String.join(", ", proxy.headers())).filter(names -> !names.isEmpty());
    }

    Visibility of(HttpServerRequest request) {
        String address = Optional.ofNullable(request.connection().remoteAddress())
                .map(SocketAddress::hostAddress)
                .orElse("");
        return proxy.identify(
                        new Peer(address, certificate(request)),
                        name -> request.headers().getAll(name))
                .map(this::of)
                .orElse(anybody);
    }

    private Visibility of(Identity identity) {
        return identity.operator()
                ? Visibility.ALL
                : anybody.forReader(identity.user(), new PrivateData(identity.ownJobsOnly(), identity.ownJobsOnly()));
    }

    /** The client's certificate, which the handshake has verified; empty without one. */
    static Optional<X509Certificate> certificate(HttpServerRequest request) {
        try {
            Certificate[] shown =
                    request.isSSL() ? request.connection().sslSession().getPeerCertificates() : new Certificate[0];
            return Stream.of(shown)
                    .limit(1)
                    .filter(X509Certificate.class::isInstance)
                    .map(X509Certificate.class::cast)
                    .findFirst();
        } catch (SSLPeerUnverifiedException e) {
            return Optional.empty();
        }
    }
}
