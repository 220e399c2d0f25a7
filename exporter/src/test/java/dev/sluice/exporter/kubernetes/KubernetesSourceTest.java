package dev.sluice.exporter.kubernetes;

import static dev.sluice.exporter.Patience.await;
import static dev.sluice.exporter.kubernetes.FakeApiServer.captured;
import static dev.sluice.exporter.kubernetes.FakeApiServer.ended;
import static dev.sluice.exporter.kubernetes.FakeApiServer.groups;
import static dev.sluice.exporter.kubernetes.FakeApiServer.json;
import static dev.sluice.exporter.kubernetes.FakeApiServer.killed;
import static dev.sluice.exporter.kubernetes.FakeApiServer.refusal;
import static dev.sluice.exporter.kubernetes.FakeApiServer.stream;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.SourceStatus.SourceState;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.NodeSetSystem;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the complete source with a server that replays the responses of a real server. */
class KubernetesSourceTest extends SourceTest {

    private static final String GROUPS = "/apis";
    private static final String ONE_NAMESPACE = "namespace: slurm, maxObjects: 16";
    private static final String NODE_SETS = "/apis/slinky.slurm.net/v1beta1/namespaces/slurm/nodesets";
    private static final String PODS = "/api/v1/namespaces/slurm/pods";
    private static final String HPAS = "/apis/autoscaling/v2/namespaces/slurm/horizontalpodautoscalers";
    private static final List<String> POD_EVENTS = CapturedApi.events("watch/pods-slurmd.jsonl");

    KubernetesSourceTest() throws Exception {
        server.onGet(GROUPS, groups("slinky.slurm.net/v1alpha1", "slinky.slurm.net/v1beta1"))
                .onGet(NODE_SETS, captured("lists/nodesets-slinky-ns-slurm.json"))
                .onGet(PODS, captured("lists/pods-slurmd-ns-slurm.json"))
                .onGet(HPAS, captured("lists/hpas-ns-slurm.json"));
    }

    @Test
    void readsWhatIsThereAndFindsTheRestAbsent() {
        start();
        awaitState("kube-pods-slinky", SourceState.OK);
        awaitState("kube-nodesets-slinky", SourceState.OK);
        awaitState("kube-hpas", SourceState.OK);
        awaitState("kube-nodesets-soperator", SourceState.ABSENT);
        awaitState("kube-pods-sunk", SourceState.ABSENT);
        awaitState("kube-scaledobjects", SourceState.ABSENT);
        KubernetesSnapshot snapshot = snapshot();
        assertThat(snapshot.nodeSets()).hasSize(6);
        assertThat(snapshot.pods()).hasSize(15);
        assertThat(snapshot.hpas().orElseThrow().value()).hasSize(3);
        assertThat(snapshot.scaledObjects().orElseThrow().value()).isEmpty();
        assertThat(snapshot.resources())
                .allMatch(resource -> resource.failure().isEmpty())
                .allMatch(resource -> resource.observedAt().equals(Optional.of(NOW)));
        assertThat(status("kube-nodesets-slinky").answer().apiVersion()).isEqualTo("slinky.slurm.net/v1beta1");
        assertThat(server.lists(PODS).get(0).uri())
                .endsWith("?labelSelector=app.kubernetes.io%2Fname%3Dslurmd&limit=500");
    }

    @Test
    void watchesOnFromTheVersionOfTheList() {
        server.onWatch(PODS, stream(POD_EVENTS.get(0) + "\n"));
        start();
        await().untilAsserted(() -> assertThat(podNames()).contains("slurm-worker-cpu-6"));
        assertThat(server.watches(PODS)).hasSize(1);
        assertThat(server.watches(PODS).get(0).uri())
                .contains("allowWatchBookmarks=true", "resourceVersion=448&", "timeoutSeconds=");
    }

    @Test
    void aWatchThatTheServerEndsGoesOnWhereItWas() {
        server.onWatch(PODS, ended(events(0, 5)), ended(events(5, 11)), stream(events(11, 15)));
        start();
        await().untilAsserted(() -> assertThat(server.watches(PODS)).hasSize(3));
        assertThat(server.watchedVersions(PODS)).containsExactly("448", "864", "877");
        await().untilAsserted(() -> assertThat(podNames()).hasSize(15).doesNotContain("slurm-worker-cpu-6"));
        assertThat(server.lists(PODS)).hasSize(1);
        assertThat(status("kube-pods-slinky").failures()).isEmpty();
    }

    @Test
    void aBookmarkIsWhereTheNextWatchBegins() {
        server.onWatch(PODS, ended(events(13, 15)), stream(""));
        start();
        await().untilAsserted(() -> assertThat(server.watchedVersions(PODS)).containsExactly("448", "900"));
    }

    @Test
    void aServerThatIsKilledLosesNothing() {
        server.onWatch(PODS, killed(events(0, 3) + POD_EVENTS.get(3).substring(0, 500)), stream(events(0, 6)));
        start();
        await().untilAsserted(
                        () -> assertThat(pod("slurm-worker-cpu-6").ready()).isTrue());
        // The next watch begins after the last event that was read before the connection broke.
        assertThat(server.watchedVersions(PODS)).hasSize(2).last().asString().isBetween("448", "862");
        assertThat(status("kube-pods-slinky").failures()).containsEntry(FailureKind.UNREACHABLE, 1L);
        assertThat(status("kube-pods-slinky").failure()).isEmpty();
        assertThat(server.lists(PODS)).hasSize(1);
    }

    @Test
    void aPodThatLosesItsOwnerIsNoneOfOurs() {
        server.onWatch(
                PODS,
                stream(events(0, 6) + POD_EVENTS.get(5).replace("\"ownerReferences\"", "\"formerOwners\"") + "\n"
                        + POD_EVENTS.get(14) + "\n"),
                stream(""));
        start();
        await().untilAsserted(() -> assertThat(server.watches(PODS)).hasSize(1));
        await().untilAsserted(() -> assertThat(podNames()).hasSize(15).doesNotContain("slurm-worker-cpu-6"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"errors/410-exact-rv1.json", "errors/404-core-no-such-resource.json", "watch/410-pods-rv1.jsonl"
            })
    void aWatchThatIsTooOldOrNotFoundListsAnew(String refusal) {
        server.onWatch(PODS, captured(refusal), stream(""));
        start();
        await().untilAsserted(() -> assertThat(server.watches(PODS)).hasSize(2));
        assertThat(server.lists(PODS)).hasSize(2);
        assertThat(status("kube-pods-slinky").failures()).isEmpty();
    }

    @Test
    void aNewListForgetsWhatHasGoneMeanwhile() {
        String lonely = CapturedApi.text("watch/pods.start-list.json")
                .replaceFirst("\"continue\": \"[^\"]*\"", "\"continue\": \"\"");
        server.onGet(PODS, captured("lists/pods-slurmd-ns-slurm.json"), json(lonely));
        server.onWatch(PODS, ended(CapturedApi.text("watch/410-pods-rv1.jsonl")), stream(""));
        start();
        await().untilAsserted(() -> assertThat(server.watches(PODS)).hasSize(2));
        assertThat(server.lists(PODS)).hasSize(2);
        // The second list has only one pod. This pod has no owner.
        await().untilAsserted(() -> assertThat(podNames()).isEmpty());
    }

    @Test
    void followsThePagesOfAList() {
        server.onGet(
                PODS,
                captured("pages/pods-slurmd-ns-slurm.page1.json"),
                captured("pages/pods-slurmd-ns-slurm.page2.json"),
                captured("pages/pods-slurmd-ns-slurm.page3.json"),
                captured("pages/pods-slurmd-ns-slurm.page4.json"),
                captured("pages/pods-slurmd-ns-slurm.page5.json"),
                captured("pages/pods-slurmd-ns-slurm.page6.json"));
        start();
        await().untilAsserted(() -> assertThat(podNames()).hasSize(15));
        assertThat(server.lists(PODS)).hasSize(6);
        assertThat(server.lists(PODS).get(1).uri()).contains("limit=500&continue=eyJ2Ijoi");
    }

    @Test
    void a410InTheMiddleOfPagesBeginsTheListAgain() {
        server.onGet(
                PODS,
                captured("pages/pods-slurmd-ns-slurm.page1.json"),
                captured("errors/410-continue-pods-selector.json"),
                captured("lists/pods-slurmd-ns-slurm.json"));
        start();
        await().untilAsserted(() -> assertThat(podNames()).hasSize(15));
        assertThat(server.lists(PODS)).hasSize(3);
        assertThat(server.lists(PODS).get(2).uri()).doesNotContain("continue");
    }

    @Test
    void namesTheRightThatIsMissing() {
        server.onGet("/api/v1/nodes", captured("errors/403-jane-nodes.json"));
        start();
        SourceStatus nodes = awaitState("kube-nodes", SourceState.FAILING);
        assertThat(snapshot().denied()).containsExactly("kube-nodes");
        assertThat(nodes.failure().orElseThrow().kind()).isEqualTo(FailureKind.UNAUTHORIZED);
        assertThat(nodes.failure().orElseThrow().message())
                .contains("HTTP 403", "verb \"list\" on \"nodes\" of the API group \"\"");
        awaitState("kube-pods-slinky", SourceState.OK);
    }

    @Test
    void aRefusedWatchIsNamedToo() {
        server.onWatch(PODS, captured("errors/403-jane-watch.json"));
        start();
        // The failure is visible only for a short time, because the next list is allowed and ends the failure until the
        // next watch.
        SourceStatus denied = awaitState("kube-pods-slinky", SourceState.FAILING);
        assertThat(denied.failure().orElseThrow().message()).contains("verb \"watch\" on \"pods\"");
        // The exporter still knows the listed pods, with the current age of the list.
        assertThat(podNames()).hasSize(15);
    }

    @Test
    void recoversFromRefusedCredentials() {
        server.onGet(PODS, captured("errors/401-invalid-token.json"), captured("lists/pods-slurmd-ns-slurm.json"));
        start();
        await().untilAsserted(() -> assertThat(podNames()).hasSize(15));
        assertThat(status("kube-pods-slinky").failures()).containsEntry(FailureKind.UNAUTHORIZED, 1L);
    }

    @Test
    void waitsAsLongAsTheServerAsks() {
        server.onGet(PODS, refusal(429, Map.of("Retry-After", "1")), captured("lists/pods-slurmd-ns-slurm.json"));
        long before = System.nanoTime();
        start();
        await().untilAsserted(() -> assertThat(podNames()).hasSize(15));
        assertThat(System.nanoTime() - before)
                .isGreaterThan(Duration.ofSeconds(1).toNanos());
        assertThat(server.lists(PODS)).hasSize(2);
    }

    @Test
    void saysWhatAServerErrorSays() {
        server.onGet(PODS, captured("errors/504-resource-version-too-large.json"));
        start();
        SourceStatus failing = awaitState("kube-pods-slinky", SourceState.FAILING);
        assertThat(failing.failure().orElseThrow().message())
                .contains("HTTP 504 to list pods in namespace slurm", "Too large resource version");
    }

    @Test
    void whatIsNoApiServerIsUndecodable() {
        server.onGet(
                PODS,
                request -> request.response()
                        .putHeader("Content-Type", "text/html")
                        .end("<html>welcome</html>"));
        start();
        awaitState("kube-pods-slinky", SourceState.FAILING);
        assertThat(status("kube-pods-slinky").failure().orElseThrow().kind()).isEqualTo(FailureKind.UNDECODABLE);
    }

    @Test
    void aWatchFromAnImpossibleVersionIsGivenUpForANewList() {
        server.onWatch(
                PODS,
                captured("watch/400-bad-rv.json"),
                captured("watch/400-bad-rv.json"),
                captured("watch/400-bad-rv.json"),
                stream(""));
        start();
        await().untilAsserted(() -> assertThat(server.watches(PODS)).hasSize(4));
        assertThat(server.lists(PODS)).hasSize(2);
    }

    @Test
    void aSilentWatchIsBegunAnew() {
        start(quick(Duration.ofMillis(300)));
        await().untilAsserted(() -> assertThat(server.watches(PODS)).hasSizeGreaterThan(2));
        assertThat(server.lists(PODS)).hasSize(1);
        assertThat(status("kube-pods-slinky").failures()).isEmpty();
    }

    @Test
    void aWatchWithoutAHeadFailsSoonAndIsBegunAnew() {
        AtomicBoolean closed = new AtomicBoolean();
        server.onWatch(
                PODS, request -> request.connection().closeHandler(unused -> closed.set(true)), stream(events(0, 6)));
        start(quick(Duration.ofSeconds(1), Duration.ofMinutes(5)));
        await().untilAsserted(() -> assertThat(podNames()).contains("slurm-worker-cpu-6"));
        assertThat(status("kube-pods-slinky").failures()).containsEntry(FailureKind.TIMEOUT, 1L);
        await().untilTrue(closed);
    }

    @Test
    void fallsBackToTheOldVersionOfSlinky() {
        server.onGet(GROUPS, groups("slinky.slurm.net/v1alpha1"))
                .onGet(
                        "/apis/slinky.slurm.net/v1alpha1/namespaces/slurm/nodesets",
                        json(CapturedApi.text("lists/nodesets-slinky-ns-slurm.json")
                                .replace("slinky.slurm.net/v1beta1", "slinky.slurm.net/v1alpha1")));
        start();
        await().untilAsserted(() -> assertThat(snapshot().nodeSets())
                .hasSize(6)
                .allMatch(nodeSet -> nodeSet.apiVersion().equals("slinky.slurm.net/v1alpha1")));
    }

    @Test
    void findsWhatIsInstalledLater() {
        server.onGet(GROUPS, groups("apps/v1"), groups("slinky.slurm.net/v1beta1"));
        start();
        await().untilAsserted(() -> assertThat(snapshot().nodeSets()).hasSize(6));
    }

    @Test
    void readsAllNamespacesWhereNoneIsNamed() {
        server.onGet("/api/v1/pods", captured("lists/pods-all.json"))
                .onGet("/apis/apps/v1/statefulsets", captured("lists/statefulsets-all.json"))
                .onGet(GROUPS, groups("slurm.nebius.ai/v1", "slurm.nebius.ai/v1alpha1"))
                .onGet("/apis/slurm.nebius.ai/v1alpha1/nodesets", captured("lists/nodesets-soperator-all.json"))
                .onGet("/api/v1/nodes", captured("lists/nodes.json"));
        start("maxObjects: 16, nodeSets: [{name: slurm-gke/slurmd1, kind: statefulset}]");
        await().untilAsserted(() -> {
            assertThat(podsOf(StatefulSets.SYSTEM)).containsExactly("slurmd1-0", "slurmd1-1");
            assertThat(podsOf(Soperator.SYSTEM)).hasSize(4);
            assertThat(snapshot().nodes())
                    .hasValueSatisfying(nodes -> assertThat(nodes.value()).hasSize(8));
        });
        await().untilAsserted(() -> assertThat(
                        snapshot().nodeSets().filter(set -> set.system().equals(StatefulSets.SYSTEM)))
                .hasSize(1));
    }

    @Test
    void anApiServerThatIsAwayIsNotFatal() throws Exception {
        server.close();
        start();
        awaitState("kube-pods-slinky", SourceState.FAILING);
        assertThat(status("kube-pods-slinky").failure().orElseThrow().kind()).isEqualTo(FailureKind.UNREACHABLE);
        assertThat(snapshot().systems().values())
                .allSatisfy(system -> assertThat(system.pods()).isEmpty());
    }

    private void start() {
        start(ONE_NAMESPACE);
    }

    private void start(WatchTuning tuning) {
        start(ONE_NAMESPACE, tuning, server.port(), Waits.of(System::nanoTime));
    }

    private List<String> podNames() {
        return snapshot().pods().map(SlurmdPod::name).toList();
    }

    private List<String> podsOf(NodeSetSystem system) {
        return snapshot()
                .pods()
                .filter(pod -> pod.system().equals(system))
                .map(SlurmdPod::name)
                .toList();
    }

    private SlurmdPod pod(String name) {
        return snapshot()
                .pods()
                .filter(pod -> pod.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no pod " + name));
    }

    private static String events(int from, int to) {
        return POD_EVENTS.subList(from, to).stream().collect(joining("\n", "", "\n"));
    }
}
