package dev.sluice.adapter.access;

import io.vertx.core.Future;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Authenticates a client. Checks the credentials in the order of k8s.io/apiserver: headers of the front proxy, then a
 * client certificate of the cluster, then a bearer token. A client without credentials is anonymous; a client with only
 * invalid credentials is rejected.
 */
final class Authenticator {

    private final Supplier<Trust> trust;
    private final CertificateVerifier verifier;
    private final Reviews reviews;

    /** The authenticated user, or the flaws of the client's credentials. */
    record Identity(Optional<User> user, List<String> flaws) {

        static Identity of(User user) {
            return new Identity(Optional.of(user), List.of());
        }
    }

    Authenticator(Supplier<Trust> trust, Clock clock, Reviews reviews) {
        this.trust = trust;
        this.verifier = new CertificateVerifier(clock);
        this.reviews = reviews;
    }

    /** Authenticates the client of a request. Fails if the API server does not review the bearer token. */
    Future<Identity> identify(AccessRequest request) {
        Trust now = trust.get();
        RequestHeaders headers = new RequestHeaders(request.headers());
        List<String> flaws = new ArrayList<>();
        Optional<User> certified = certified(now, headers, request.clientCertificates(), flaws);
        if (certified.isPresent()) {
            return Future.succeededFuture(Identity.of(certified.get().authenticated()));
        }
        Optional<String> token = headers.bearerToken();
        if (token.isPresent()) {
            return reviews.user(token.get())
                    .map(user -> user.map(known -> Identity.of(known.authenticated()))
                            .orElseGet(() -> nobody(flaws)));
        }
        return Future.succeededFuture(
                flaws.isEmpty() ? Identity.of(User.ANONYMOUS) : new Identity(Optional.empty(), flaws));
    }

    private static Identity nobody(List<String> flaws) {
        flaws.add("the API server rejects the bearer token");
        return new Identity(Optional.empty(), flaws);
    }

    private Optional<User> certified(
            Trust now, RequestHeaders headers, List<X509Certificate> chain, List<String> flaws) {
        if (chain.isEmpty()) {
            return Optional.empty();
        }
        if (!now.proxyAuthorities().isEmpty()) {
            Optional<String> flaw = verifier.flaw(chain, now.proxyAuthorities()).or(() -> misnamed(now, chain.get(0)));
            Optional<User> named = flaw.isPresent() ? Optional.empty() : headers.user(now);
            if (named.isPresent()) {
                return named;
            }
            flaw.ifPresent(what -> flaws.add("not the front proxy's certificate: " + what));
        }
        if (now.clientAuthorities().isEmpty()) {
            return Optional.empty();
        }
        Optional<String> flaw = verifier.flaw(chain, now.clientAuthorities());
        flaw.ifPresent(what -> flaws.add("not a user's certificate: " + what));
        return flaw.isPresent() ? Optional.empty() : new Subject(chain.get(0)).user();
    }

    private static Optional<String> misnamed(Trust now, X509Certificate certificate) {
        String name = new Subject(certificate).commonName();
        boolean allowed = now.proxyNames().isEmpty() || now.proxyNames().contains(name);
        return allowed ? Optional.empty() : Optional.of("the name " + name + " is not among the allowed ones");
    }
}
