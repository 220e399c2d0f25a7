package dev.sluice.exporter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.kubernetes.Autoscaler;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests captured pages, and a list of HPAs with one value of the wrong type that no default value must replace. */
class ListingTest {

    private static final String HPA = """
            {"metadata":{"name":"gpu","namespace":"slurm","labels":{"a":"b"}},
             "spec":{"scaleTargetRef":{"apiVersion":"slinky.slurm.net/v1beta1","kind":"NodeSet","name":"gpu"},
                     "minReplicas":3,"maxReplicas":9}}
            """;
    private static final String LIST = """
            {"kind":"List","metadata":{"resourceVersion":"7","continue":""},"items":[%s]}
            """;

    private final Listing<Autoscaler> page = new Listing<>(Autoscalers::ofHpa, 100);
    private final Listing<NodeSet> captured = new Listing<>(nodeSets(), 50_000);

    @Test
    void readsWhatHasItsTypes() throws ApiFailure {
        read(LIST.formatted(HPA));

        assertThat(page.unreadable()).isZero();
        assertThat(page.records().values()).singleElement().satisfies(limit -> {
            assertThat(limit.limit().min()).isEqualTo(3);
            assertThat(limit.limit().max()).isEqualTo(9);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"minReplicas\":{\"a\":1}",
                "\"minReplicas\":[[3]]",
                "\"minReplicas\":\"3\"",
                "\"minReplicas\":true",
                "\"scaleTargetRef\":\"gpu\"",
                "\"scaleTargetRef\":[]",
                "\"scaleTargetRef\":{\"kind\":{\"a\":\"NodeSet\"}}",
            })
    void leavesOutAnObjectWithAValueOfAnotherType(String member) throws ApiFailure {
        String name = member.substring(0, member.indexOf(':'));
        String spoilt = name.contains("min")
                ? HPA.replace("\"minReplicas\":3", member)
                : HPA.replaceAll("\"scaleTargetRef\":\\{[^}]*}", member.replace("{", "\\{"));

        read(LIST.formatted(spoilt + "," + HPA.replace("\"gpu\",\"namespace\"", "\"cpu\",\"namespace\"")));

        assertThat(page.unreadable()).isOne();
        assertThat(page.records().keySet()).extracting(ObjectName::name).containsExactly("cpu");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"spec\":5", "\"metadata\":[]", "\"spec\":null"})
    void leavesOutAnObjectWithoutItsParts(String member) throws ApiFailure {
        String name = member.substring(0, member.indexOf(':'));

        read(LIST.formatted(HPA.replace(name, "\"was\"").replaceFirst("\\{", "{" + member + ",")));

        assertThat(page.unreadable()).isOne();
        assertThat(page.records()).isEmpty();
    }

    /**
     * If the reader accepted this list, all objects, or the objects of the next pages, would be missing without an
     * error.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"metadata\":{\"resourceVersion\":\"7\",\"continue\":{\"a\":\"next\"}},\"items\":[]}",
                "{\"metadata\":{\"resourceVersion\":\"7\",\"continue\":5},\"items\":[]}",
                "{\"metadata\":{\"resourceVersion\":\"7\"},\"items\":5}",
                "{\"metadata\":{\"resourceVersion\":\"7\"},\"items\":{\"a\":1}}",
                "{\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[5]}",
                "{\"metadata\":\"7\",\"items\":[]}",
            })
    void refusesAListOfAnotherForm(String list) {
        assertThatThrownBy(() -> read(list))
                .isInstanceOfSatisfying(
                        ApiFailure.class, failure -> assertThat(failure.kind()).isEqualTo(FailureKind.UNDECODABLE));
    }

    @Test
    void takesAListWithoutItems() throws ApiFailure {
        read("{\"metadata\":{\"resourceVersion\":\"7\",\"continue\":null},\"items\":null}");

        assertThat(page.version()).isEqualTo("7");
        assertThat(page.records()).isEmpty();
    }

    private void read(String json) throws ApiFailure {
        CapturedApi.page(json.getBytes(StandardCharsets.UTF_8), page);
    }

    @Test
    void pagesGiveTheSameAsTheWholeList() throws ApiFailure {
        for (int number = 1; number <= 6; number++) {
            byte[] body = CapturedApi.CAPTURE.bytes("pages/nodesets-slinky-all.page" + number + ".json");
            assertThat(CapturedApi.page(body, captured).isEmpty()).isEqualTo(number == 6);
            assertThat(captured.version()).isEqualTo("448");
        }
        assertThat(captured.records()).hasSize(18);
        assertThat(List.copyOf(captured.records().values()))
                .isEqualTo(CapturedApi.records("lists/nodesets-slinky-all.json", nodeSets()));
    }

    @Test
    void compactAndPrettyAnswersAreTheSame() throws ApiFailure {
        assertThat(CapturedApi.records(
                        "lists/pods-slurmd-ns-slurm.compact.json", CapturedApi.pods(Slinky.SYSTEM, Set.of())))
                .hasSize(15)
                .isEqualTo(CapturedApi.records(
                        "lists/pods-slurmd-ns-slurm.json", CapturedApi.pods(Slinky.SYSTEM, Set.of())));
    }

    @Test
    void anEmptyListIsAList() throws ApiFailure {
        CapturedApi.page(CapturedApi.CAPTURE.bytes("lists/nodesets-slinky-empty-namespace.json"), captured);
        assertThat(captured.version()).isNotEmpty();
        assertThat(captured.records()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 5000, 10_000})
    void aListThatBreaksOffIsNone(int length) {
        byte[] whole = CapturedApi.CAPTURE.bytes("pages/nodesets-slinky-all.page1.json");
        assertThat(length).isLessThan(whole.length);
        assertThatThrownBy(() -> CapturedApi.page(Arrays.copyOf(whole, length), captured))
                .isInstanceOfSatisfying(
                        ApiFailure.class, failure -> assertThat(failure.kind()).isEqualTo(FailureKind.UNDECODABLE));
    }

    private static KubeObject.Reader<NodeSet> nodeSets() {
        return new Slinky("")::read;
    }
}
