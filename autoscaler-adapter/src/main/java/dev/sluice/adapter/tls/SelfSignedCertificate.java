package dev.sluice.adapter.tls;

import dev.sluice.adapter.config.TlsSettings;
import dev.sluice.adapter.kubernetes.FailureMessage;
import dev.sluice.common.kubernetes.ApiClient;
import dev.sluice.common.kubernetes.Timers;
import dev.sluice.common.tls.ServerCertificate;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Provides a certificate without external files. All replicas share an authority. Each replica issues its own
 * certificate in memory, and registers the authority with the API server. Each replica repeats these steps
 * periodically, to restore lost registrations and to renew expiring certificates.
 */
public final class SelfSignedCertificate {

    private static final Logger LOG = LoggerFactory.getLogger(SelfSignedCertificate.class);
    private static final Duration RENEW = CertificateAuthority.LEAF_LIFE.dividedBy(3);
    private static final Duration MAX_RETRY = Duration.ofSeconds(5);

    private final Timers timers;
    private final List<String> names;
    private final SharedAuthority shared;
    private final List<ApiServiceRegistration> registrations;
    private final Clock clock;
    private final CertificateEvents events;
    private final ServerCertificate first;
    private Instant expires = Instant.EPOCH;
    /** Issuer of the served certificate; empty for the first certificate, which no client trusts. */
    private Optional<X509Certificate> issuer = Optional.empty();

    private volatile String trouble = "its authority is not registered";
    private volatile boolean trusted;
    private volatile boolean ready;
    private volatile boolean stopped;

    /**
     * Creates a first certificate, which no client trusts yet.
     *
     * @param settings settings with the adapter's Service
     */
    public SelfSignedCertificate(
            Timers timers, ApiClient client, TlsSettings.SelfSigned settings, Clock clock, CertificateEvents events) {
        this.timers = timers;
        String service = settings.service() + "." + settings.namespace();
        this.names = List.of(service + ".svc", service + ".svc.cluster.local", service);
        this.shared = new SharedAuthority(client, settings.namespace(), settings.service() + "-ca", clock);
        this.registrations = ApiServiceRegistration.all(client, settings);
        this.clock = clock;
        this.events = events;
        try {
            this.first = CertificateAuthority.create(clock.instant()).issue(names, clock.instant());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has elliptic curves", e);
        }
    }

    /** Returns the certificate to serve until the shared authority is known. */
    public ServerCertificate first() {
        return first;
    }

    /** Returns the reason why the adapter is not ready; empty once the API server has trusted a certificate. */
    public Optional<String> unready() {
        return ready ? Optional.empty() : Optional.of("the API server does not trust the certificate yet: " + trouble);
    }

    /**
     * Registers and renews the certificate now and periodically.
     *
     * @param interval time between two checks
     * @param use puts a certificate into use for new connections
     */
    public void follow(Duration interval, Function<ServerCertificate, Future<Boolean>> use) {
        Duration retry = interval.compareTo(MAX_RETRY) < 0 ? interval : MAX_RETRY;
        shared.get()
                .compose(held -> register(held)
                        .transform(registered -> serve(held, registered, use)
                                .compose(unused -> registered.succeeded()
                                        ? Future.<Void>succeededFuture()
                                        : Future.failedFuture(registered.cause()))))
                .onSuccess(unused -> trouble = "its authority was registered just now")
                .onFailure(failure -> tell(FailureMessage.of(failure)))
                .onComplete(done -> again(done.succeeded() && trusted ? interval : retry, interval, use));
    }

    public void stop() {
        stopped = true;
    }

    private void again(Duration pause, Duration interval, Function<ServerCertificate, Future<Boolean>> use) {
        timers.set(pause, () -> {
            if (!stopped) {
                follow(interval, use);
            }
        });
    }

    /** Returns true if the API server already trusted the newest authority before this check. */
    private Future<Boolean> register(SharedAuthority.Held held) {
        List<Future<Boolean>> all = registrations.stream()
                .map(registration -> registration.register(held, issuer.stream().toList(), clock.instant()))
                .toList();
        return Future.join(all).map(unused -> all.stream().allMatch(Future::result));
    }

    /**
     * Issues a certificate if a new certificate is due. A new authority issues certificates only if the API server has
     * trusted the authority since the last check.
     */
    private Future<Void> serve(
            SharedAuthority.Held held,
            AsyncResult<Boolean> registered,
            Function<ServerCertificate, Future<Boolean>> use) {
        CertificateAuthority authority = held.authority();
        boolean known = registered.succeeded() && registered.result();
        boolean sameIssuer = issuer.equals(Optional.of(authority.certificate()));
        boolean due = !clock.instant().isBefore(expires.minus(RENEW));
        boolean mayChange = issuer.isEmpty() || sameIssuer || known;
        if ((sameIssuer && !due) || !mayChange) {
            // The API server also trusts a certificate of another issuer, as soon as the bundle with this issuer is
            // registered.
            trust(registered.succeeded() && (known || !sameIssuer));
            return Future.succeededFuture();
        }
        try {
            ServerCertificate certificate = authority.issue(names, clock.instant());
            return use.apply(certificate)
                    .onSuccess(unused -> {
                        issuer = Optional.of(authority.certificate());
                        expires = certificate.expires();
                        events.serving(certificate);
                        LOG.atInfo().addKeyValue("expires", expires).log("certificate created");
                        trust(known);
                    })
                    .mapEmpty();
        } catch (GeneralSecurityException e) {
            return Future.failedFuture(e);
        }
    }

    private void trust(boolean now) {
        trusted = now;
        ready |= now;
        events.trusted(now);
    }

    private void tell(String failure) {
        if (!stopped && !failure.equals(trouble)) {
            events.failed();
            LOG.atWarn().addKeyValue("failure", failure).log("certificate not registered");
        }
        trouble = failure;
    }
}
