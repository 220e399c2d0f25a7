package dev.sluice.exporter.kubernetes;

import static dev.sluice.exporter.Patience.await;
import static dev.sluice.exporter.kubernetes.FakeApiServer.ended;
import static dev.sluice.exporter.kubernetes.FakeApiServer.groups;
import static dev.sluice.exporter.kubernetes.FakeApiServer.json;
import static dev.sluice.exporter.kubernetes.FakeApiServer.stream;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.SourceStatus.Failure;
import dev.sluice.exporter.model.kubernetes.KubeNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests an API server with invalid responses. Each source must fail separately, name the exceeded limit, and recover.
 */
@Tag("slow")
class HostileApiServerTest extends SourceTest {

    private static final String NODES = "/api/v1/nodes";
    private static final int MAX_OBJECTS = 16;

    HostileApiServerTest() throws Exception {
        server.onGet("/apis", groups("apps/v1"));
    }

    @Test
    void asManyObjectsAsAreAllowedAreRead() {
        server.onGet(NODES, json(list("", IntStream.range(0, MAX_OBJECTS))));
        start();
        await().untilAsserted(() -> assertThat(nodeNames()).hasSize(MAX_OBJECTS));
    }

    @Test
    void moreObjectsThanAreKeptAreRefused() {
        server.onGet(NODES, json(list("", IntStream.rangeClosed(0, MAX_OBJECTS))));
        start();
        assertThat(tooLarge()).isEqualTo("more than 16 objects: raise kubernetes.maxObjects and the exporter's memory");
    }

    @Test
    void moreObjectsByEventsThanAreKeptAreRefused() {
        server.onGet(NODES, json(list("", IntStream.of(1))));
        server.onWatch(
                NODES,
                stream(IntStream.range(2, 40)
                        .mapToObj(i -> "{\"type\":\"ADDED\",\"object\":" + node("node-" + i) + "}\n")
                        .collect(joining())));
        start();
        assertThat(tooLarge()).startsWith("more than 16 objects");
    }

    @Test
    void pagesWithoutEndAreRefused() {
        server.onGet(NODES, json(list("more", IntStream.of(1))));
        start();
        assertThat(tooLarge()).isEqualTo("the list has more than 2000 pages");
    }

    @Test
    void objectsWithoutEndAreRefused() {
        server.onGet(NODES, endless("{\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[{\"spec\":[1", ",1"));
        start();
        assertThat(tooLarge()).isEqualTo("an object has more than 4 MiB");
    }

    @Test
    void nestingWithoutEndIsRefused() {
        server.onGet(NODES, endless("{\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[{\"spec\":", "["));
        start();
        assertThat(tooLarge()).isEqualTo("the response exceeds a limit of the JSON parser");
    }

    /**
     * The server sends a list of objects in place of the API groups. Such a response does not prove that NodeSets are
     * not installed.
     */
    @Test
    void anAnswerThatNamesNoGroupProvesNoAbsence() {
        server.onGet("/apis", json("{\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[{},null]}"));
        server.onGet(NODES, json(list("", IntStream.of(1))));
        start();
        Failure failure = await().until(() -> status("kube-pods-slinky").failure(), Optional::isPresent)
                .orElseThrow();
        assertThat(failure.kind()).isEqualTo(FailureKind.UNDECODABLE);
        assertThat(failure.message()).isEqualTo("the response to /apis names no API group");
        assertThat(status("kube-pods-slinky").absent()).isEmpty();
    }

    @Test
    void aListThatCouldNotBeReadWholeIsReadAgain() {
        String nameless = list("", IntStream.of(1)).replace("\"name\":\"node-1\"", "\"name\":\"\"");
        server.onGet(
                NODES,
                json(nameless),
                json(list("", IntStream.of(1)).replace("node-1", "n".repeat(254))),
                json(list("", IntStream.of(1))));
        start();
        await().untilAsserted(() -> assertThat(nodeNames()).containsExactly("node-1"));
        assertThat(status().answer().unreadable()).isZero();
        assertThat(server.lists(NODES)).hasSize(3);
    }

    @Test
    void anEventWithoutANameIsCountedAndLookedAtAgain() {
        server.onGet(
                NODES,
                json(list("", IntStream.of(1))),
                json(list("", IntStream.of(1)).replace("\"name\"", "\"nam\"")),
                json(list("", IntStream.of(2))));
        server.onWatch(
                NODES,
                ended("{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"resourceVersion\":\"7\"}}}\n"),
                stream(""));
        start();
        await().untilAsserted(() -> assertThat(nodeNames()).containsExactly("node-2"));
    }

    /** A value of another type, and a name that a terminal would obey. */
    @ParameterizedTest
    @CsvSource({
        "'\"unschedulable\":true', '\"unschedulable\":\"true\"'",
        "node-1, \\u001b[31mnode-1",
    })
    void leavesOutAnUnreadableObject(String readable, String unreadable) {
        server.onGet(
                NODES, json(list("", IntStream.of(1, 2)).replaceFirst(readable, Matcher.quoteReplacement(unreadable))));
        start();
        await().untilAsserted(() -> assertThat(status().answer().unreadable()).isOne());
        assertThat(nodeNames()).containsExactly("node-2");
    }

    @Test
    void textOfOthersIsPrintableAndOfLimitedLength() {
        String reason = "broken\\u001b[2Jfan\\nsee log" + "z".repeat(10_000);
        server.onGet(
                NODES,
                json(list("", IntStream.of(1))
                        .replace(
                                "\"name\":\"node-1\"",
                                "\"name\":\"node-1\",\"annotations\":{\"nodeset.slinky.slurm.net/node-cordon-reason\":\""
                                        + reason + "\"}")));
        start();
        await().untilAsserted(() -> assertThat(nodes()).hasSize(1));
        assertThat(nodes().get(0).cordonReason())
                .startsWith("broken?[2Jfan see logz")
                .hasSize(4096);
    }

    private static String list(String next, IntStream numbers) {
        return numbers.mapToObj(number -> node("node-" + number))
                .collect(joining(
                        ",",
                        "{\"kind\":\"NodeList\",\"metadata\":{\"resourceVersion\":\"5\",\"continue\":\"" + next
                                + "\"},\"items\":[",
                        "]}"));
    }

    private static String node(String name) {
        return "{\"metadata\":{\"name\":\"" + name + "\",\"resourceVersion\":\"6\"},\"spec\":{\"unschedulable\":true}}";
    }

    /** Repeats a text until the response is far larger than any limit. */
    private static FakeApiServer.Step endless(String begin, String more) {
        return json(begin + more.repeat((8 << 20) / more.length()));
    }

    private void start() {
        start("namespace: slurm, maxObjects: " + MAX_OBJECTS);
    }

    private String tooLarge() {
        // On a busy machine, thousands of pages take minutes.
        return await().atMost(Duration.ofMinutes(5))
                .until(
                        () -> status().failure(),
                        failure -> failure.map(Failure::kind).equals(Optional.of(FailureKind.TOO_LARGE)))
                .orElseThrow()
                .message();
    }

    private SourceStatus status() {
        return status("kube-nodes");
    }

    private List<KubeNode> nodes() {
        return snapshot().nodes().map(Observed::value).orElse(List.of());
    }

    private List<String> nodeNames() {
        return nodes().stream().map(KubeNode::name).toList();
    }
}
