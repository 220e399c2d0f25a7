package dev.sluice.exporter.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * The Leases of one namespace, as in an API server. An update must be valid, and must contain the version that the
 * update replaces. Listens on a free port of 127.0.0.1.
 */
public final class FakeLeases {

    public static final String NAMESPACE = "slurm";
    public static final String NAME = "publisher";

    private static final String PATH = "/apis/coordination.k8s.io/v1/namespaces/" + NAMESPACE + "/leases";
    private static final String MICRO_TIME = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z";
    private static final JsonMapper JSON = new JsonMapper();

    private final HttpServer server;
    private final List<String> holders = new CopyOnWriteArrayList<>();
    private volatile Optional<ObjectNode> lease = Optional.empty();
    private volatile int refusing;
    private volatile String refusedMethods = "";
    private long version = 100;

    public FakeLeases(Vertx vertx) throws Exception {
        server = vertx.createHttpServer()
                .requestHandler(request -> request.body().onSuccess(body -> answer(request, body)))
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS);
    }

    public int port() {
        return server.actualPort();
    }

    /**
     * Returns the writers of the Lease in order, including the writers of renewals. An empty text stands for a release.
     */
    public List<String> holders() {
        return List.copyOf(holders);
    }

    JsonNode lease() {
        return lease.<JsonNode>map(found -> found).orElseGet(JSON::missingNode);
    }

    /** From now on, responds with the status to all requests with the given methods; 0 for normal responses. */
    void refuse(int status, String methods) {
        refusedMethods = methods;
        refusing = status;
    }

    /** Simulates a manual edit of the Lease. */
    synchronized void edit(String holder) {
        ObjectNode edited = lease.orElseThrow().deepCopy();
        edited.withObject("/metadata").put("resourceVersion", Long.toString(++version));
        edited.withObject("/metadata/labels").put("team", "hpc");
        edited.withObject("/spec").put("holderIdentity", holder);
        lease = Optional.of(edited);
    }

    private synchronized void answer(HttpServerRequest request, Buffer body) {
        if (refusing != 0 && refusedMethods.contains(request.method().name())) {
            status(request, refusing);
            return;
        }
        try {
            if (request.path().equals(PATH) && request.method().equals(HttpMethod.POST)) {
                create(request, (ObjectNode) JSON.readTree(body.toString()));
            } else if (!request.path().equals(PATH + "/" + NAME) || lease.isEmpty()) {
                status(request, 404);
            } else if (request.method().equals(HttpMethod.GET)) {
                send(request, 200, lease.get());
            } else if (request.method().equals(HttpMethod.PUT)) {
                update(request, (ObjectNode) JSON.readTree(body.toString()));
            } else {
                status(request, 405);
            }
        } catch (JsonProcessingException e) {
            status(request, 400);
        }
    }

    private void create(HttpServerRequest request, ObjectNode wanted) {
        if (lease.isPresent()) {
            status(request, 409);
        } else if (!valid(wanted) || wanted.at("/metadata").has("resourceVersion")) {
            status(request, 422);
        } else {
            store(request, 201, wanted);
        }
    }

    private void update(HttpServerRequest request, ObjectNode wanted) {
        String named = wanted.at("/metadata/resourceVersion").asText();
        if (named.isEmpty() || !valid(wanted)) {
            status(request, 422);
        } else if (!named.equals(lease().at("/metadata/resourceVersion").asText())) {
            status(request, 409);
        } else {
            store(request, 200, wanted);
        }
    }

    /** Validates a Lease like the API server. */
    private static boolean valid(JsonNode wanted) {
        JsonNode spec = wanted.path("spec");
        return wanted.path("apiVersion").asText().equals("coordination.k8s.io/v1")
                && wanted.path("kind").asText().equals("Lease")
                && wanted.at("/metadata/name").asText().equals(NAME)
                && wanted.at("/metadata/namespace").asText().equals(NAMESPACE)
                && spec.path("leaseDurationSeconds").asInt() > 0
                && spec.path("leaseTransitions").asInt(-1) >= 0
                && (!spec.has("holderIdentity")
                        || !spec.path("holderIdentity").asText().isEmpty())
                && spec.path("acquireTime").asText().matches(MICRO_TIME)
                && spec.path("renewTime").asText().matches(MICRO_TIME);
    }

    private void store(HttpServerRequest request, int status, ObjectNode wanted) {
        wanted.withObject("/metadata").put("resourceVersion", Long.toString(++version));
        lease = Optional.of(wanted);
        holders.add(wanted.at("/spec/holderIdentity").asText());
        send(request, status, wanted);
    }

    private static void status(HttpServerRequest request, int code) {
        ObjectNode status = JSON.createObjectNode();
        status.put("kind", "Status").put("message", "so it is").put("code", code);
        send(request, code, status);
    }

    private static void send(HttpServerRequest request, int status, JsonNode body) {
        request.response()
                .setStatusCode(status)
                .putHeader("Content-Type", "application/json")
                .end(body.toString());
    }
}
