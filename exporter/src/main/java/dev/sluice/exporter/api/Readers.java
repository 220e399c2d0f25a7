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

/** Identifies the reader of a request, and returns the visibility for the reader. */
final class Readers {

    private final TrustedProxy proxy;
    private final PrivateData ofOthers;
    private final Visibility anybody;

    /**
     * @param anybody visibility for readers that the proxy does not identify, before {@code ownJobsOnly}
     */
    Readers(TrustedProxy proxy, Visibility anybody) {
        this.proxy = proxy;
        this.ofOthers = new PrivateData(proxy.ownJobsOnly(), proxy.ownJobsOnly());
        this.anybody = anybody.within(ofOthers);
    }

    /** Returns the value of the Vary header: caches must not serve one reader's response to another reader. */
    Optional<String> vary() {
        return Optional.of(String.join(", ", proxy.headers())).filter(names -> !names.isEmpty());
    }

    /**
     * Returns the visibility for the reader of a request.
     *
     * @throws TrustedProxy.UnreadableIdentity if the proxy's headers cannot be read
     */
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
        return identity.operator() ? Visibility.ALL : anybody.forReader(identity.user(), ofOthers);
    }

    /** Returns the client's certificate, verified in the TLS handshake; empty if the client sent no certificate. */
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
