package dev.sluice.adapter.server;

import dev.sluice.adapter.server.TrustWatch.Trust;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.CertificateException;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recognizes the Kubernetes API server by the client certificate of its front proxy. TLS has already proved that the
 * client has the key. The API server authenticates and authorizes each user before it forwards a request, and whoever
 * has the front proxy's key can name any user, so the adapter does not review the users.
 */
public final class FrontProxy {

    private static final Logger LOG = LoggerFactory.getLogger(FrontProxy.class);
    private static final String CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";

    private final Supplier<Trust> trust;
    private final Clock clock;

    public FrontProxy(TrustWatch watch, Clock clock) {
        this(watch::now, clock);
    }

    FrontProxy(Supplier<Trust> trust, Clock clock) {
        this.trust = trust;
        this.clock = clock;
    }

    /**
     * Returns true if the chain is the front proxy's.
     *
     * @param chain presented chain: the certificate, followed by any intermediate certificates; empty without one
     */
    public boolean presents(List<X509Certificate> chain) {
        Trust now = trust.get();
        if (chain.isEmpty() || now.authorities().isEmpty()) {
            return false;
        }
        Optional<String> flaw = flaw(chain, now.authorities(), clock.instant()).or(() -> misnamed(now, chain));
        flaw.ifPresent(why -> LOG.atDebug().addKeyValue("failure", why).log("not the front proxy's certificate"));
        return flaw.isEmpty();
    }

    private static Optional<String> misnamed(Trust now, List<X509Certificate> chain) {
        String name = commonName(chain.get(0));
        boolean allowed = now.names().isEmpty() || now.names().contains(name);
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

    /** Returns the flaw of a certificate; empty if the certificate is valid for clients. */
    static Optional<String> flaw(List<X509Certificate> chain, List<X509Certificate> authorities, Instant now) {
        try {
            verify(chain, authorities, Date.from(now));
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            return Optional.of(String.valueOf(e.getMessage()).replace('\n', ' '));
        }
    }

    private static void verify(List<X509Certificate> chain, List<X509Certificate> authorities, Date now)
            throws GeneralSecurityException {
        X509CertSelector wanted = new X509CertSelector();
        wanted.setCertificate(chain.get(0));
        try {
            // A certificate without extended key usages is valid for every usage.
            wanted.setExtendedKeyUsage(Set.of(CLIENT_AUTH));
        } catch (IOException e) {
            throw new IllegalStateException("it is a well-formed identifier", e);
        }
        if (!wanted.match(chain.get(0))) {
            throw new CertificateException("it is not for client authentication");
        }
        // A renewed authority can have two certificates with the same name and key, of which one expires earlier.
        Set<TrustAnchor> anchors = authorities.stream()
                .filter(authority -> isValid(authority, now))
                .map(authority -> new TrustAnchor(authority, null))
                .collect(Collectors.toSet());
        if (anchors.isEmpty()) {
            throw new CertificateException("no authority is valid now");
        }
        PKIXBuilderParameters parameters = new PKIXBuilderParameters(anchors, wanted);
        parameters.addCertStore(CertStore.getInstance("Collection", new CollectionCertStoreParameters(chain)));
        parameters.setRevocationEnabled(false);
        parameters.setDate(now);
        CertPathBuilder.getInstance("PKIX").build(parameters);
    }

    private static boolean isValid(X509Certificate certificate, Date now) {
        try {
            certificate.checkValidity(now);
            return true;
        } catch (CertificateException e) {
            return false;
        }
    }
}
