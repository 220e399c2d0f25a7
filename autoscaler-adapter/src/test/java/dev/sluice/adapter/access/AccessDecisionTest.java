package dev.sluice.adapter.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.adapter.Pki;
import dev.sluice.adapter.access.AccessControl.Decision;
import dev.sluice.adapter.access.AccessControl.Decision.Kind;
import dev.sluice.adapter.demand.MovableTime;
import dev.sluice.fixtures.Capture;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.authentication.TokenReview;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributes;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributesBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewSpec;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewStatus;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests access decisions. The test sends the responses to reviews. */
class AccessDecisionTest {

    private static final ResourceAttributes METRIC = new ResourceAttributesBuilder()
            .withVerb("list")
            .withGroup("external.metrics.k8s.io")
            .withVersion("v1beta1")
            .withNamespace("slurm")
            .withResource("slurm_nodeset_desired_replicas")
            .build();
    private static final X509Certificate FRONT_PROXY = Pki.certificate("front-proxy");
    private static final String TOKEN = "Authorization: Bearer t0ken";

    private final MovableTime time = new MovableTime(Instant.parse("2027-01-01T00:00:00Z"));
    private final List<HasMetadata> sent = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private Trust trust = trusting("front-proxy-client");
    private String token = "{'status':{'authenticated':false}}";
    private String access = "{'status':{'allowed':false}}";
    private Optional<Throwable> failure = Optional.empty();
    private final KubernetesAccessControl control = new KubernetesAccessControl(
            new Reviews(new Answers(), time.nanoTime()),
            () -> trust,
            path -> path.equals("/apis"),
            time.clock(),
            failures::add);

    private static Trust trusting(String... names) {
        return new Trust(
                List.of(Pki.certificate("proxy-ca")),
                List.of(names),
                List.of("X-Remote-User", "X-Other-User"),
                List.of("X-Remote-Uid"),
                List.of("X-Remote-Group", "X-Other-Group"),
                List.of("X-Remote-Extra-"));
    }

    private final class Answers implements Reviews.Sender {
        @Override
        public <T extends HasMetadata> Future<T> create(T object, Class<T> type) {
            sent.add(object);
            String json = object instanceof TokenReview ? token : access;
            return failure.<Future<T>>map(Future::failedFuture)
                    .orElseGet(() -> Future.succeededFuture(Serialization.unmarshal(json.replace('\'', '"'), type)));
        }
    }

    private Decision decide(Optional<ResourceAttributes> resource, List<X509Certificate> chain, String... headers) {
        MultiMap lines = MultiMap.caseInsensitiveMultiMap();
        List.of(headers).forEach(line -> lines.add(line.split(": ", 2)[0], line.split(": ", 2)[1]));
        String verb = resource.isPresent() ? "list" : "get";
        return control.decide(new AccessRequest(verb, "/metrics", resource, lines, chain))
                .result();
    }

    private Decision decide(List<X509Certificate> chain, String... headers) {
        return decide(Optional.of(METRIC), chain, headers);
    }

    private SubjectAccessReviewSpec spec(int review) {
        return ((SubjectAccessReview) sent.get(review)).getSpec();
    }

    @ParameterizedTest
    @CsvSource({"get, /apis, ALLOWED", "post, /apis, DENIED", "get, /metrics, DENIED"})
    void anybodyMayReadWhatIsOpenAndNothingElse(String verb, String path, Kind kind) {
        AccessRequest request =
                new AccessRequest(verb, path, Optional.empty(), MultiMap.caseInsensitiveMultiMap(), List.of());
        assertThat(control.decide(request).result().kind()).isEqualTo(kind);
        assertThat(sent).hasSize(kind == Kind.ALLOWED ? 0 : 1);
    }

    @Test
    void whomTheFrontProxyNamesIsReviewedWithAllThatItSays() {
        access = "{'status':{'allowed':true}}";
        assertThat(decide(
                        List.of(FRONT_PROXY),
                        "x-remote-user: ",
                        "X-Other-User: jane",
                        "X-Remote-Uid: 7",
                        "X-Other-Group: three",
                        "X-Remote-Group: one",
                        "X-Remote-Group: ",
                        "x-remote-group: two",
                        "X-Remote-Extra-Example.Org%2FScope+S: view",
                        "X-Remote-Extra-Bad%zz: b"))
                .isEqualTo(new Decision(Kind.ALLOWED, "jane"));
        assertThat(spec(0).getResourceAttributes()).isEqualTo(METRIC);
        assertThat(spec(0).getUser()).isEqualTo("jane");
        assertThat(spec(0).getUid()).isEqualTo("7");
        assertThat(spec(0).getGroups()).containsExactly("one", "two", "three", "system:authenticated");
        assertThat(spec(0).getExtra())
                .isEqualTo(Map.of("example.org/scope+s", List.of("view"), "bad%zz", List.of("b")));
    }

    @Test
    void whoShowsNothingIsReviewedAsAnonymous() {
        assertThat(decide(Optional.empty(), List.of()))
                .isEqualTo(
                        new Decision(Kind.DENIED, "forbidden: User \"system:anonymous\" cannot get path \"/metrics\""));
        assertThat(spec(0).getNonResourceAttributes().getPath()).isEqualTo("/metrics");
        assertThat(spec(0).getGroups()).containsExactly("system:unauthenticated");
    }

    @Test
    void mastersAreNotReviewed() {
        assertThat(decide(List.of(FRONT_PROXY), "X-Remote-User: root", "X-Remote-Group: system:masters"))
                .isEqualTo(new Decision(Kind.ALLOWED, "root"));
        assertThat(sent).isEmpty();
    }

    @Test
    void aSubresourceOfAnObjectIsRefusedInTheWordsOfTheApiServer() {
        ResourceAttributes scale = new ResourceAttributesBuilder()
                .withGroup("slinky.slurm.net")
                .withNamespace("slurm")
                .withResource("nodesets")
                .withSubresource("scale")
                .withName("slurm-worker-cpu")
                .build();
        AccessRequest request = new AccessRequest(
                "patch", "/ignored", Optional.of(scale), MultiMap.caseInsensitiveMultiMap(), List.of());
        assertThat(KubernetesAccessControl.refusal("jane", request, new SubjectAccessReviewStatus()))
                .isEqualTo(Serialization.unmarshal(
                                Capture.ofKubernetes("1.36").text("errors/403-jane-scale-patch.json"), Status.class)
                        .getMessage());
    }

    @Test
    void whatOneAuthorizerForbidsNoOtherAllows() {
        access = "{'status':{'allowed':true,'denied':true,'reason':'on leave'}}";
        assertThat(decide(List.of()).kind()).isEqualTo(Kind.DENIED);
        assertThat(decide(List.of()).text()).endsWith(": on leave");
    }

    @ParameterizedTest
    @ValueSource(strings = {"stranger", "other-name", "for-servers", "one-day", "next-front-proxy", "jane"})
    void aCertificateThatDoesNotCountNamesNobody(String certificate) {
        assertThat(decide(
                        List.of(Pki.certificate(certificate)), "X-Remote-User: root", "X-Remote-Group: system:masters"))
                .isEqualTo(new Decision(Kind.UNKNOWN, "Unauthorized"));
        assertThat(sent).isEmpty();
    }

    @Test
    void theFrontProxyHasToNameSomebody() {
        assertThat(decide(List.of(FRONT_PROXY), "X-Remote-Group: system:masters"))
                .isEqualTo(new Decision(Kind.UNKNOWN, "Unauthorized"));
    }

    @Test
    void anyNameIsBelievedWhereNoneIsNamed() {
        trust = trusting();
        assertThat(decide(
                        List.of(Pki.certificate("other-name")),
                        "X-Remote-User: root",
                        "X-Remote-Group: system:masters"))
                .isEqualTo(new Decision(Kind.ALLOWED, "root"));
    }

    @Test
    void aCertificateSaysNothingBeforeItIsKnownWhichCount() {
        trust = Trust.NOBODY;
        decide(List.of(FRONT_PROXY), "X-Remote-User: root", "X-Remote-Group: system:masters");
        assertThat(spec(0).getUser()).isEqualTo("system:anonymous");
    }

    @Test
    void aTokenIsReviewedOnceInTenSeconds() {
        token = Capture.ofKubernetes("1.36").text("auth/tokenreview-valid.json");
        access = "{'status':{'allowed':true}}";
        Decision jane = new Decision(Kind.ALLOWED, "system:serviceaccount:slurm:slurm-observability");
        assertThat(decide(List.of(Pki.certificate("stranger")), TOKEN)).isEqualTo(jane);
        assertThat(((TokenReview) sent.get(0)).getSpec().getToken()).isEqualTo("t0ken");
        assertThat(((TokenReview) sent.get(0)).getSpec().getAudiences()).isEmpty();
        assertThat(spec(1).getUid()).isEqualTo("a8b7164f-7760-4128-9c48-f84b3e2feed5");
        assertThat(spec(1).getGroups())
                .containsExactly("system:serviceaccounts", "system:serviceaccounts:slurm", "system:authenticated");
        assertThat(spec(1).getExtra().get("authentication.kubernetes.io/credential-id"))
                .containsExactly("JTI=2a43bc1c-9908-485b-9af8-9bbc91439e03");
        time.advance(Duration.ofMillis(9_999));
        assertThat(decide(List.of(), TOKEN)).isEqualTo(jane);
        assertThat(sent).hasSize(2);
        time.advance(Duration.ofMillis(1));
        assertThat(decide(List.of(), TOKEN)).isEqualTo(jane);
        assertThat(sent).hasSize(4);
    }

    @Test
    void whatIsCachedIsOfOneTokenAndOfOneQuestion() {
        token = "{'status':{'authenticated':true,'user':{'username':'jane'}}}";
        decide(List.of(), "Authorization: bearer first");
        token = "{'status':{'authenticated':true,'user':{'username':'joe'}}}";
        access = "{'status':{'allowed':true}}";
        assertThat(decide(List.of(), "Authorization: Bearer second")).isEqualTo(new Decision(Kind.ALLOWED, "joe"));
        assertThat(decide(List.of(), "Authorization: Bearer first").kind()).isEqualTo(Kind.DENIED);
        assertThat(decide(Optional.empty(), List.of(), "Authorization: Bearer first"))
                .isEqualTo(new Decision(Kind.ALLOWED, "jane"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'authenticated':false,'user':{'username':'jane'}}",
                "{'authenticated':true}",
                "{'authenticated':true,'user':{'username':''}}",
            })
    void aTokenOfNobodyNamesNobody(String status) {
        token = "{'status':" + status + "}";
        assertThat(decide(List.of(), TOKEN)).isEqualTo(new Decision(Kind.UNKNOWN, "Unauthorized"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer", "Bearer  a", "Basic a"})
    void noOtherHeaderIsAToken(String header) {
        decide(List.of(), "Authorization: " + header);
        assertThat(spec(0).getUser()).isEqualTo("system:anonymous");
    }

    @Test
    void keepsTheBeginningOfALongReason() {
        access = "{'status':{'allowed':false,'reason':'" + "why ".repeat(10_000) + "'}}";

        assertThat(decide(List.of()).text()).contains("why why").hasSizeLessThan(3_000);
    }

    @Test
    void withoutTheApiServerNothingIsDecidedOrCached() {
        failure = Optional.of(new ApiServerFailure("no connection"));
        assertThat(decide(List.of()))
                .isEqualTo(new Decision(Kind.UNDECIDED, "the authorization check failed: no connection"));
        assertThat(decide(List.of(), TOKEN).kind()).isEqualTo(Kind.UNDECIDED);
        assertThat(failures).containsExactly("no connection", "no connection");
        failure = Optional.empty();
        access = "{}";
        assertThat(decide(List.of()).text()).endsWith("answered a SubjectAccessReview with something else");
        access = "{'status':{'allowed':true}}";
        assertThat(decide(List.of())).isEqualTo(new Decision(Kind.ALLOWED, "system:anonymous"));
        failure = Optional.of(new IllegalStateException("a defect"));
        time.advance(Duration.ofSeconds(10));
        assertThat(failures).hasSize(3);
        assertThat(control.decide(new AccessRequest(
                                "list", "/", Optional.of(METRIC), MultiMap.caseInsensitiveMultiMap(), List.of()))
                        .cause())
                .hasMessage("a defect");
    }
}
