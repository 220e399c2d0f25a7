package dev.sluice.adapter.tls;

import dev.sluice.adapter.config.TlsSettings;
import dev.sluice.adapter.kubernetes.KubernetesClient;
import dev.sluice.adapter.kubernetes.KubernetesFailure;
import dev.sluice.adapter.kubernetes.Members;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the API server whom to trust at the adapter's Service: the {@code caBundle} of the APIServices that lead to it. An
 * APIService that leads elsewhere is somebody else's and is never touched.
 */
final class ApiServiceRegistration {

    private static final Logger LOG = LoggerFactory.getLogger(ApiServiceRegistration.class);
    private static final String PATH = "/apis/apiregistration.k8s.io/v1/apiservices/";

    private final KubernetesClient client;
    private final TlsSettings.SelfSigned ours;
    private final String name;
    private volatile String told = "";

    /**
     * A registration that nothing was done for yet.
     *
     * @param name of an APIService
     */
    ApiServiceRegistration(KubernetesClient client, TlsSettings.SelfSigned ours, String name) {
        this.client = client;
        this.ours = ours;
        this.name = name;
    }

    /** Whether everything was as it should be already. Fails where it is not, and cannot be made so. */
    Future<Boolean> register(String bundle) {
        return client.get(PATH + name)
                .compose(found -> register(found, SharedAuthority.encoded(bundle)))
                .recover(failure -> failure instanceof KubernetesFailure known && known.notFound()
                        ? leave("there is none")
                        : Future.failedFuture(failure));
    }

    private Future<Boolean> register(JsonObject found, String bundle) {
        JsonObject spec = Members.object(found, "spec").orElseGet(JsonObject::new);
        Optional<JsonObject> service = Members.object(spec, "service");
        String leadsTo = service.map(to -> Members.text(to, "namespace").orElse("") + "/"
                        + Members.text(to, "name").orElse(""))
                .orElse("the API server itself");
        if (!leadsTo.equals(ours.namespace() + "/" + ours.service())) {
            return leave("it leads to " + leadsTo);
        }
        if (Members.holds(spec, "insecureSkipTLSVerify")) {
            return leave("it has insecureSkipTLSVerify, which excludes a caBundle");
        }
        if (Members.text(spec, "caBundle").equals(Optional.of(bundle))) {
            return Future.succeededFuture(true);
        }
        JsonObject change = new JsonObject().put("spec", new JsonObject().put("caBundle", bundle));
        // With its version, it is not changed should it have become somebody else's just now.
        Members.object(found, "metadata")
                .flatMap(metadata -> Members.text(metadata, "resourceVersion"))
                .ifPresent(version -> change.put("metadata", new JsonObject().put("resourceVersion", version)));
        return client.mergePatch(PATH + name, change).map(unused -> {
            LOG.atInfo().addKeyValue("api_service", name).log("certificate authority is registered");
            told = "";
            return false;
        });
    }

    private Future<Boolean> leave(String why) {
        if (!why.equals(told)) {
            LOG.atInfo()
                    .addKeyValue("api_service", name)
                    .addKeyValue("reason", why)
                    .log("APIService is left alone");
        }
        told = why;
        return Future.succeededFuture(true);
    }

    /** Those that may lead to the adapter. */
    static List<ApiServiceRegistration> all(KubernetesClient client, TlsSettings.SelfSigned ours) {
        return List.of(
                new ApiServiceRegistration(client, ours, "v1beta1.external.metrics.k8s.io"),
                new ApiServiceRegistration(client, ours, "v1beta2.custom.metrics.k8s.io"));
    }
}
