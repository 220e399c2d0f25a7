package dev.sluice.adapter.tls;

import dev.sluice.adapter.config.TlsSettings;
import dev.sluice.adapter.kubernetes.Members;
import dev.sluice.common.kubernetes.ApiClient;
import dev.sluice.common.kubernetes.ApiFailure;
import dev.sluice.common.kubernetes.KubernetesRequest;
import dev.sluice.common.tls.Pem;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registers the adapter's certificate authorities with the API server: in the {@code caBundle} of the APIServices that
 * point to the adapter's Service. Never changes an APIService that points to another Service.
 */
final class ApiServiceRegistration {

    private static final Logger LOG = LoggerFactory.getLogger(ApiServiceRegistration.class);
    /**
     * Time for which earlier authorities stay registered. Replicas check the registration every minute, and use a new
     * authority one minute after its registration.
     */
    private static final Duration OVERLAP = Duration.ofMinutes(10);

    private static final int MAX_BEFORE = 8;
    private static final KubernetesRequest.Resource API_SERVICES =
            new KubernetesRequest.Resource("apiregistration.k8s.io", "v1", "apiservices", Optional.empty());

    private final ApiClient client;
    private final TlsSettings.SelfSigned ours;
    private final String name;
    private volatile Optional<X509Certificate> newest = Optional.empty();
    private volatile Instant newestSince = Instant.EPOCH;
    private volatile String told = "";

    /**
     * Creates a registration, and sends no request.
     *
     * @param name name of the APIService
     */
    ApiServiceRegistration(ApiClient client, TlsSettings.SelfSigned ours, String name) {
        this.client = client;
        this.ours = ours;
        this.name = name;
    }

    /**
     * Registers the authorities; fails if the API server does not accept a request.
     *
     * @param issuers issuers of the served certificates; these issuers stay registered
     * @return true if the API server already trusted the newest authority
     */
    Future<Boolean> register(SharedAuthority.Held held, List<X509Certificate> issuers, Instant now) {
        return client.json(KubernetesRequest.get(API_SERVICES, name))
                .compose(found -> register(found, held, issuers, now))
                .recover(failure -> ApiFailure.of(failure).remedy() == ApiFailure.Remedy.REDISCOVER
                        ? leave("there is none")
                        : Future.failedFuture(failure));
    }

    private Future<Boolean> register(
            JsonObject found, SharedAuthority.Held held, List<X509Certificate> issuers, Instant now) {
        JsonObject spec = Members.object(found, "spec").orElseGet(JsonObject::new);
        Optional<JsonObject> service = Members.object(spec, "service");
        String leadsTo = service.map(to -> Members.text(to, "namespace").orElse("") + "/"
                        + Members.text(to, "name").orElse(""))
                .orElse("the API server itself");
        if (!leadsTo.equals(ours.namespace() + "/" + ours.service())) {
            return leave("it points to " + leadsTo);
        }
        if (Members.holds(spec, "insecureSkipTLSVerify")) {
            return leave("it has insecureSkipTLSVerify, which excludes a caBundle");
        }
        Set<X509Certificate> present = bundle(spec);
        boolean known = present.contains(held.authority().certificate());
        Set<X509Certificate> wanted = wanted(present, held, issuers, now);
        if (present.equals(wanted)) {
            return Future.succeededFuture(known);
        }
        JsonObject change = new JsonObject()
                .put("spec", new JsonObject().put("caBundle", SharedAuthority.encoded(PemText.of(wanted))));
        // Because the request contains the resource version, the API server rejects the change if another client has
        // just changed the APIService.
        Members.object(found, "metadata")
                .flatMap(metadata -> Members.text(metadata, "resourceVersion"))
                .ifPresent(version -> change.put("metadata", new JsonObject().put("resourceVersion", version)));
        return client.json(KubernetesRequest.patch(API_SERVICES, name, change.encode()))
                .map(unused -> {
                    LOG.atInfo().addKeyValue("api_service", name).log("certificate authority registered");
                    told = "";
                    return known;
                });
    }

    /**
     * Returns the authorities to register. Includes earlier authorities for some minutes. During this time, all
     * replicas change to the newest authority.
     */
    private Set<X509Certificate> wanted(
            Set<X509Certificate> present, SharedAuthority.Held held, List<X509Certificate> issuers, Instant now) {
        Set<X509Certificate> wanted = new LinkedHashSet<>(held.certificates());
        wanted.addAll(issuers);
        if (!newest.equals(Optional.of(held.authority().certificate()))) {
            newest = Optional.of(held.authority().certificate());
            newestSince = now;
        }
        if (now.isBefore(newestSince.plus(OVERLAP))) {
            present.stream()
                    .filter(CertificateAuthority::isOurs)
                    .filter(old -> now.isBefore(old.getNotAfter().toInstant()))
                    .limit(MAX_BEFORE)
                    .forEach(wanted::add);
        }
        return wanted;
    }

    private static Set<X509Certificate> bundle(JsonObject spec) {
        try {
            String text = SharedAuthority.decoded(spec, "caBundle").orElse("");
            return text.isBlank() ? Set.of() : new LinkedHashSet<>(Pem.certificates(text));
        } catch (CertificateException e) {
            return Set.of();
        }
    }

    private Future<Boolean> leave(String why) {
        if (!why.equals(told)) {
            LOG.atInfo()
                    .addKeyValue("api_service", name)
                    .addKeyValue("reason", why)
                    .log("APIService not changed");
        }
        told = why;
        return Future.succeededFuture(true);
    }

    /** Returns the registrations for all APIServices that may point to the adapter. */
    static List<ApiServiceRegistration> all(ApiClient client, TlsSettings.SelfSigned ours) {
        return ours.groups().stream()
                .map(group -> new ApiServiceRegistration(client, ours, group.apiService()))
                .toList();
    }
}
