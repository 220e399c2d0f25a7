package dev.sluice.adapter.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabric8.kubernetes.api.model.authentication.UserInfo;
import io.fabric8.kubernetes.api.model.authentication.UserInfoBuilder;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import java.net.URLDecoder;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Authenticates a client in the order of k8s.io/apiserver: headers of the front proxy, then a bearer token. A client
 * without credentials is anonymous; a client with only invalid credentials is rejected.
 */
final class Authenticator {

    private static final Logger LOG = LoggerFactory.getLogger(Authenticator.class);

    private static final String AUTHENTICATED = "system:authenticated";
    private static final String UNAUTHENTICATED = "system:unauthenticated";
    private static final Duration KEEP = Duration.ofSeconds(10);
    private static final String ANONYMOUS = "system:anonymous";

    private final Supplier<Trust> trust;
    private final Clock clock;
    private final Reviews reviews;
    private Optional<Verified> last = Optional.empty();
    private Instant lastUntil = Instant.MIN;

    private record Verified(List<X509Certificate> chain, List<X509Certificate> authorities) {}

    Authenticator(Supplier<Trust> trust, Clock clock, Reviews reviews) {
        this.trust = trust;
        this.clock = clock;
        this.reviews = reviews;
    }

    /**
     * Returns the user; empty for a client with only invalid credentials. Fails if the API server does not review the
     * bearer token.
     */
    Future<Optional<UserInfo>> identify(AccessRequest request) {
        Trust now = trust.get();
        List<X509Certificate> chain = now.proxyAuthorities().isEmpty() ? List.of() : request.clientCertificates();
        if (!chain.isEmpty()) {
            Optional<String> flaw =
                    flaw(new Verified(chain, now.proxyAuthorities())).or(() -> misnamed(now, chain));
            flaw.ifPresent(what -> LOG.atDebug().addKeyValue("failure", what).log("not the front proxy's certificate"));
            Optional<UserInfo> named = flaw.isPresent() ? Optional.empty() : named(request.headers(), now);
            if (named.isPresent()) {
                return Future.succeededFuture(named.map(Authenticator::authenticated));
            }
        }
        Optional<String> token = bearerToken(request.headers());
        if (token.isPresent()) {
            return reviews.user(token.get()).map(user -> user.map(Authenticator::authenticated));
        }
        return Future.succeededFuture(
                chain.isEmpty()
                        ? Optional.of(new UserInfoBuilder()
                                .withUsername(ANONYMOUS)
                                .withGroups(UNAUTHENTICATED)
                                .build())
                        : Optional.empty());
    }

    /** Verifies a valid chain again only after ten seconds, because the front proxy shows it with every request. */
    private Optional<String> flaw(Verified asked) {
        Instant now = clock.instant();
        if (last.equals(Optional.of(asked)) && now.isBefore(lastUntil)) {
            return Optional.empty();
        }
        Optional<String> flaw = CertificateVerifier.flaw(asked.chain(), asked.authorities(), now);
        if (flaw.isEmpty()) {
            last = Optional.of(asked);
            lastUntil = now.plus(KEEP);
        }
        return flaw;
    }

    private static Optional<String> misnamed(Trust now, List<X509Certificate> chain) {
        String name = commonName(chain.get(0));
        boolean allowed = now.proxyNames().isEmpty() || now.proxyNames().contains(name);
        return allowed ? Optional.empty() : Optional.of("the name " + name + " is not among the allowed ones");
    }

    /** Returns the most specific common name; empty if the subject has no common name. */
    private static String commonName(X509Certificate certificate) {
        try {
            return new LdapName(certificate.getSubjectX500Principal().getName())
                    .getRdns().stream()
                            .filter(part -> part.getType().equalsIgnoreCase("CN"))
                            .reduce((before, next) -> next)
                            .map(part -> part.getValue().toString())
                            .orElse("");
        } catch (InvalidNameException e) {
            return "";
        }
    }

    /** Adds the group {@code system:authenticated}, as Kubernetes does for every client with credentials. */
    private static UserInfo authenticated(UserInfo user) {
        List<String> groups = user.getGroups();
        return user.getUsername().equals(ANONYMOUS)
                        || groups.contains(AUTHENTICATED)
                        || groups.contains(UNAUTHENTICATED)
                ? user
                : user.toBuilder().addToGroups(AUTHENTICATED).build();
    }

    /** Returns the user that the headers name; see k8s.io/apiserver, pkg/authentication/request/headerrequest. */
    static Optional<UserInfo> named(MultiMap headers, Trust trust) {
        Map<String, List<String>> extra = new TreeMap<>();
        for (String prefix : trust.extraPrefixes()) {
            headers.forEach((name, value) -> {
                if (name.regionMatches(true, 0, prefix, 0, prefix.length())) {
                    String key = decoded(name.substring(prefix.length()).toLowerCase(Locale.ROOT));
                    extra.computeIfAbsent(key, unused -> new ArrayList<>()).add(value);
                }
            });
        }
        List<String> groups = trust.groupHeaders().stream()
                .flatMap(name -> headers.getAll(name).stream())
                .filter(group -> !group.isEmpty())
                .toList();
        UserInfoBuilder user = new UserInfoBuilder().withGroups(groups).withExtra(extra);
        first(headers, trust.uidHeaders()).ifPresent(user::withUid);
        return first(headers, trust.userHeaders())
                .map(name -> user.withUsername(name).build());
    }

    /** Returns the first non-empty header; only the first line of a header counts. */
    private static Optional<String> first(MultiMap headers, List<String> names) {
        return names.stream()
                .flatMap(name -> Optional.ofNullable(headers.get(name)).stream())
                .filter(value -> !value.isEmpty())
                .findFirst();
    }

    /** Decodes percent-encoding; returns an invalid encoding unchanged. */
    private static String decoded(String key) {
        try {
            return URLDecoder.decode(key.replace("+", "%2B"), UTF_8);
        } catch (IllegalArgumentException e) {
            return key;
        }
    }

    static Optional<String> bearerToken(MultiMap headers) {
        String[] words = headers.contains("Authorization")
                ? headers.get("Authorization").strip().split(" ", 3)
                : new String[0];
        boolean bearer = words.length > 1 && words[0].equalsIgnoreCase("bearer") && !words[1].isEmpty();
        return bearer ? Optional.of(words[1]) : Optional.empty();
    }
}
