package dev.sluice.adapter.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.adapter.Pki;
import dev.sluice.adapter.access.AccessControl.Decision;
import dev.sluice.adapter.access.AccessControl.Decision.Kind;
import dev.sluice.adapter.access.AccessRequest.ResourceAttributes;
import dev.sluice.adapter.demand.MovableTime;
import dev.sluice.adapter.kubernetes.ApiServerFailure;
import dev.sluice.fixtures.Capture;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests access decisions. The test sends the responses to reviews. */
class AccessDecisionTest {

    private static final ResourceAttributes METRIC = new ResourceAttributes(
            "external.metrics.k8s.io", "v1beta1", "slurm", "slurm_nodeset_desired_replicas", "", "");
    private static final AccessRequest ANONYMOUS =
            new AccessRequest("list", "/", Optional.of(METRIC), List.of(), List.of());
    private static final X509Certificate FRONT_PROXY = Pki.certificate("front-proxy");
    private static final List<X509Certificate> USERS = List.of(Pki.certificate("cluster-ca"));
    private static final List<X509Certificate> PROXIES = List.of(Pki.certificate("proxy-ca"));
    private static final JsonObject ALLOWED = new JsonObject().put("allowed", true);
    private static final JsonObject NOBODY = new JsonObject().put("authenticated", false);
    private static final String TOKEN = "Authorization: Bearer t0ken";

    private final MovableTime time = new MovableTime(Instant.parse("2027-01-01T00:00:00Z"));
    private final List<JsonObject> sent = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private Trust trust = trusting(USERS, PROXIES, "front-proxy-client");
    private JsonObject tokenStatus = NOBODY;
    private JsonObject accessStatus = new JsonObject().put("allowed", false);
    private Optional<Throwable> failure = Optional.empty();
    private Optional<JsonObject> otherAnswer = Optional.empty();

    private final KubernetesAccessControl control = new KubernetesAccessControl(
            new Reviews(this::answer, time.nanoTime()),
            () -> trust,
            path -> path.equals("/apis"),
            time.clock(),
            failures::add);

    private static Trust trusting(List<X509Certificate> users, List<X509Certificate> proxies, String... names) {
        return new Trust(
                users,
                proxies,
                List.of(names),
                List.of("X-Remote-User"),
                List.of("X-Remote-Uid"),
                List.of("X-Remote-Group"),
                List.of("X-Remote-Extra-"));
    }

    private Future<JsonObject> answer(String path, JsonObject review) {
        sent.add(review);
        if (failure.isPresent()) {
            return Future.failedFuture(failure.get());
        }
        boolean ofToken = path.equals("/apis/authentication.k8s.io/v1/tokenreviews");
        assertThat(ofToken || path.equals("/apis/authorization.k8s.io/v1/subjectaccessreviews"))
                .isTrue();
        assertThat(review.getString("kind")).isEqualTo(ofToken ? "TokenReview" : "SubjectAccessReview");
        return Future.succeededFuture(otherAnswer.orElseGet(() -> new JsonObject()
                .put("kind", review.getString("kind"))
                .put("status", ofToken ? tokenStatus : accessStatus)));
    }

    private Decision decide(Optional<ResourceAttributes> resource, List<X509Certificate> chain, String... headers) {
        List<Map.Entry<String, String>> lines = Stream.of(headers)
                .map(line -> Map.entry(line.split(": ", 2)[0], line.split(": ", 2)[1]))
                .toList();
        String verb = resource.isPresent() ? "list" : "get";
        return control.decide(new AccessRequest(verb, "/metrics", resource, lines, chain))
                .result();
    }

    private Decision decide(List<X509Certificate> chain, String... headers) {
        return decide(Optional.of(METRIC), chain, headers);
    }

    private JsonObject spec(int review) {
        return sent.get(review).getJsonObject("spec");
    }

    @Test
    void anybodyMayReadWhatIsOpenAndNothingElseOfThatPath() {
        assertThat(open("get", "/apis", Optional.empty())).isEqualTo(new Decision(Kind.ALLOWED, "anybody"));
        assertThat(sent).isEmpty();
        assertThat(open("post", "/apis", Optional.empty()))
                .extracting(Decision::kind)
                .isEqualTo(Kind.DENIED);
        assertThat(open("get", "/apis", Optional.of(METRIC)))
                .extracting(Decision::kind)
                .isEqualTo(Kind.DENIED);
        assertThat(open("get", "/metrics", Optional.empty()))
                .extracting(Decision::kind)
                .isEqualTo(Kind.DENIED);
    }

    private Decision open(String verb, String path, Optional<ResourceAttributes> resource) {
        return control.decide(new AccessRequest(verb, path, resource, List.of(), List.of()))
                .result();
    }

    @Test
    void withoutAccessControlAnybodyIsLetIn() {
        assertThat(AccessControl.off().decide(ANONYMOUS).result()).isEqualTo(new Decision(Kind.ALLOWED, "anybody"));
    }

    @Test
    void whomTheFrontProxyNamesIsReviewedWithAllThatItSays() {
        accessStatus = ALLOWED;

        assertThat(decide(
                        List.of(FRONT_PROXY),
                        "X-Remote-User: jane",
                        "X-Remote-Uid: 7",
                        "X-Remote-Group: dev",
                        "X-Remote-Extra-Scopes: view"))
                .isEqualTo(new Decision(Kind.ALLOWED, "jane"));
        assertThat(sent)
                .containsExactly(new JsonObject()
                        .put("apiVersion", "authorization.k8s.io/v1")
                        .put("kind", "SubjectAccessReview")
                        .put(
                                "spec",
                                new JsonObject()
                                        .put(
                                                "resourceAttributes",
                                                new JsonObject()
                                                        .put("namespace", "slurm")
                                                        .put("verb", "list")
                                                        .put("group", "external.metrics.k8s.io")
                                                        .put("version", "v1beta1")
                                                        .put("resource", "slurm_nodeset_desired_replicas"))
                                        .put("user", "jane")
                                        .put(
                                                "groups",
                                                new JsonArray().add("dev").add("system:authenticated"))
                                        .put("extra", new JsonObject().put("scopes", new JsonArray().add("view")))
                                        .put("uid", "7")));
    }

    @Test
    void anObjectAndItsSubresourceAreNamed() {
        ResourceAttributes scale = new ResourceAttributes(
                "custom.metrics.k8s.io", "v1beta2", "slurm", "nodesets", "slurm_nodeset_desired_replicas", "gpu");
        decide(Optional.of(scale), List.of());

        assertThat(spec(0).getJsonObject("resourceAttributes"))
                .isEqualTo(new JsonObject()
                        .put("namespace", "slurm")
                        .put("verb", "list")
                        .put("group", "custom.metrics.k8s.io")
                        .put("version", "v1beta2")
                        .put("resource", "nodesets")
                        .put("subresource", "slurm_nodeset_desired_replicas")
                        .put("name", "gpu"));
    }

    @Test
    void whoShowsNothingIsReviewedAsAnonymous() {
        decide(Optional.empty(), List.of());

        assertThat(spec(0))
                .isEqualTo(new JsonObject()
                        .put(
                                "nonResourceAttributes",
                                new JsonObject().put("path", "/metrics").put("verb", "get"))
                        .put("user", "system:anonymous")
                        .put("groups", new JsonArray().add("system:unauthenticated")));
    }

    @Test
    void mastersAreNotReviewed() {
        assertThat(decide(List.of(FRONT_PROXY), "X-Remote-User: root", "X-Remote-Group: system:masters"))
                .isEqualTo(new Decision(Kind.ALLOWED, "root"));
        assertThat(sent).isEmpty();
    }

    /** The digest is the output of {@code openssl x509 -outform der | sha256sum}. */
    @Test
    void aUserOfTheClusterIsRefusedInTheWordsOfTheApiServer() {
        String words = new JsonObject(Capture.ofKubernetes("1.36").text("auth/jane-get.json")).getString("message");

        assertThat(decide(List.of(Pki.certificate("jane")))).isEqualTo(new Decision(Kind.DENIED, words));
        assertThat(spec(0).getString("user")).isEqualTo("jane");
        assertThat(spec(0).getJsonArray("groups")).containsExactly("dev", "ops", "system:authenticated");
        assertThat(spec(0).getJsonObject("extra").encode())
                .isEqualTo("{\"authentication.kubernetes.io/credential-id\":"
                        + "[\"X509SHA256=ffa723469e07f739a538acf771acb4b3ac584c59568eb59dd0fb036518c85627\"]}");
    }

    @Test
    void whatOneAuthorizerForbidsNoOtherAllows() {
        accessStatus = new JsonObject().put("allowed", true).put("denied", true).put("reason", "on leave");

        assertThat(decide(List.of())).satisfies(decision -> {
            assertThat(decision.kind()).isEqualTo(Kind.DENIED);
            assertThat(decision.text()).endsWith(": on leave");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"stranger", "other-name", "for-servers", "one-day", "next-front-proxy"})
    void aCertificateThatDoesNotCountNamesNobody(String certificate) {
        assertThat(decide(
                        List.of(Pki.certificate(certificate)), "X-Remote-User: root", "X-Remote-Group: system:masters"))
                .isEqualTo(new Decision(Kind.UNKNOWN, "Unauthorized"));
        assertThat(sent).isEmpty();
    }

    @Test
    void theFrontProxyHasToNameSomebody() {
        assertThat(decide(List.of(FRONT_PROXY))).isEqualTo(new Decision(Kind.UNKNOWN, "Unauthorized"));
    }

    @Test
    void anyNameIsBelievedWhereNoneIsNamed() {
        trust = trusting(USERS, PROXIES);

        assertThat(decide(
                        List.of(Pki.certificate("other-name")),
                        "X-Remote-User: root",
                        "X-Remote-Group: system:masters"))
                .isEqualTo(new Decision(Kind.ALLOWED, "root"));
    }

    @Test
    void aUserCountsWhereThereIsNoFrontProxy() {
        trust = trusting(USERS, List.of());
        decide(List.of(Pki.certificate("jane")));

        assertThat(spec(0).getString("user")).isEqualTo("jane");
    }

    @Test
    void aUserDoesNotCountWhereTheClusterHasNoAuthorityForUsers() {
        trust = trusting(List.of(), PROXIES, "front-proxy-client");

        assertThat(decide(List.of(Pki.certificate("jane")))).isEqualTo(new Decision(Kind.UNKNOWN, "Unauthorized"));
    }

    @Test
    void aCertificateSaysNothingBeforeItIsKnownWhichCount() {
        trust = Trust.NOBODY;
        decide(List.of(Pki.certificate("jane")));

        assertThat(spec(0).getString("user")).isEqualTo("system:anonymous");
    }

    @Test
    void aTokenIsReviewedOnceInTenSeconds() {
        tokenStatus = new JsonObject(Capture.ofKubernetes("1.36").text("auth/tokenreview-valid.json"))
                .getJsonObject("status");
        accessStatus = ALLOWED;
        Decision jane = new Decision(Kind.ALLOWED, "system:serviceaccount:slurm:slurm-observability");

        assertThat(decide(List.of(), TOKEN)).isEqualTo(jane);
        assertThat(sent.get(0))
                .isEqualTo(new JsonObject()
                        .put("apiVersion", "authentication.k8s.io/v1")
                        .put("kind", "TokenReview")
                        .put("spec", new JsonObject().put("token", "t0ken")));
        assertThat(spec(1).getString("uid")).isEqualTo("a8b7164f-7760-4128-9c48-f84b3e2feed5");
        assertThat(spec(1).getJsonArray("groups"))
                .containsExactly("system:serviceaccounts", "system:serviceaccounts:slurm", "system:authenticated");
        assertThat(spec(1).getJsonObject("extra").getJsonArray("authentication.kubernetes.io/credential-id"))
                .containsExactly("JTI=2a43bc1c-9908-485b-9af8-9bbc91439e03");

        time.advance(Duration.ofMillis(9_999));
        assertThat(decide(List.of(), TOKEN)).isEqualTo(jane);
        assertThat(sent).hasSize(2);
        time.advance(Duration.ofMillis(1));
        assertThat(decide(List.of(), TOKEN)).isEqualTo(jane);
        assertThat(sent).hasSize(4);
    }

    @Test
    void whatIsRememberedIsOfOneTokenAndOfOneQuestion() {
        tokenStatus = named("jane");
        decide(List.of(), "Authorization: Bearer first");
        tokenStatus = named("joe");
        accessStatus = ALLOWED;

        assertThat(decide(List.of(), "Authorization: Bearer second")).isEqualTo(new Decision(Kind.ALLOWED, "joe"));
        assertThat(decide(List.of(), "Authorization: Bearer first"))
                .extracting(Decision::kind)
                .isEqualTo(Kind.DENIED);
        assertThat(decide(Optional.empty(), List.of(), "Authorization: Bearer first"))
                .isEqualTo(new Decision(Kind.ALLOWED, "jane"));
    }

    @Test
    void aTokenCountsBesideACertificateThatDoesNot() {
        tokenStatus = named("jane");
        accessStatus = ALLOWED;

        assertThat(decide(List.of(Pki.certificate("stranger")), TOKEN)).isEqualTo(new Decision(Kind.ALLOWED, "jane"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'authenticated':false,'user':{'username':'jane'}}",
                "{'authenticated':true}",
                "{'authenticated':true,'user':{'username':''}}",
                "{'authenticated':'true','user':{'username':'jane'}}",
            })
    void aTokenOfNobodyNamesNobody(String status) {
        tokenStatus = new JsonObject(status.replace('\'', '"'));

        assertThat(decide(List.of(), TOKEN)).isEqualTo(new Decision(Kind.UNKNOWN, "Unauthorized"));
        assertThat(sent).hasSize(1);
    }

    /** Five texts of 56 bytes and four of one letter: 284 bytes plus the name's length. The cache accepts 16 KiB. */
    @ParameterizedTest
    @CsvSource({"16100, 1", "16101, 2"})
    void aUserOfMoreThanSixteenKibibytesIsNotRemembered(int letters, int reviews) {
        tokenStatus = named("j".repeat(letters));
        tokenStatus
                .getJsonObject("user")
                .put("uid", "u")
                .put("groups", new JsonArray().add("g"))
                .put("extra", new JsonObject().put("k", new JsonArray().add("v")));
        decide(List.of(), TOKEN);
        decide(List.of(), TOKEN);

        assertThat(sent.stream().filter(review -> review.getString("kind").equals("TokenReview")))
                .hasSize(reviews);
    }

    @ParameterizedTest
    @CsvSource({"2048, 1", "2049, 2"})
    void aReasonOfMoreThanTwoKibibytesIsNotRemembered(int letters, int reviews) {
        accessStatus = new JsonObject().put("allowed", false).put("reason", "r".repeat(letters));
        decide(List.of());
        decide(List.of());

        assertThat(sent).hasSize(reviews);
    }

    private static JsonObject named(String user) {
        return new JsonObject().put("authenticated", true).put("user", new JsonObject().put("username", user));
    }

    @Test
    void withoutTheApiServerNothingIsDecidedOrRemembered() {
        failure = Optional.of(new ApiServerFailure("no connection"));

        assertThat(decide(List.of()))
                .isEqualTo(new Decision(Kind.UNDECIDED, "the authorization check failed: no connection"));
        assertThat(decide(List.of(), TOKEN)).extracting(Decision::kind).isEqualTo(Kind.UNDECIDED);
        assertThat(failures).containsExactly("no connection", "no connection");

        failure = Optional.empty();
        accessStatus = ALLOWED;
        assertThat(decide(List.of())).isEqualTo(new Decision(Kind.ALLOWED, "system:anonymous"));
    }

    @Test
    void aDefectIsNoDecision() {
        failure = Optional.of(new IllegalStateException("a defect"));

        assertThat(control.decide(ANONYMOUS).cause()).hasMessage("a defect");
        assertThat(failures).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'kind':'Status','status':{'allowed':true}}", "{'kind':'SubjectAccessReview'}"})
    void anAnswerThatIsNoReviewDecidesNothing(String answer) {
        otherAnswer = Optional.of(new JsonObject(answer.replace('\'', '"')));

        assertThat(decide(List.of()))
                .isEqualTo(new Decision(
                        Kind.UNDECIDED,
                        "the authorization check failed: "
                                + "the Kubernetes API server answered a SubjectAccessReview with something else"));
    }
}
