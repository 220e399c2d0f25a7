package dev.sluice.exporter.derive.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FlatJsonTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"a\":\"b\"}                                | b",
                " { \"x\" : \"y\" , \"a\" : \"b\" }           | b",
                "{\"n\":3,\"a\":\"b\",\"t\":true}             | b",
                "{\"o\":{\"a\":\"}\",\"c\":[1]},\"a\":\"b\"}  | b",
                "{\"a\":\"say \\\"b\\\"\"}                    | say \"b\"",
                "{\"a\":\"\\u0062\\\\\"}                      | b\\",
                "{\"a\":\"b\",\"c\":\"unfinish                | b",
                "{\"a\":\"b\"} and more                       | b"
            })
    void readsTextsOfTheOutermostObject(String text, String expected) {
        assertThat(FlatJson.texts(text)).containsEntry("a", expected);
    }

    @Test
    void passesOverWhatIsNoText() {
        assertThat(FlatJson.texts("{\"n\":3,\"o\":{\"a\":\"b\"},\"l\":[\"a\"],\"z\":null}"))
                .isEqualTo(Map.of());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "{\"",
                "{\"a",
                "{\"a\"",
                "{\"a\":",
                "{\"a\":\"b",
                "{\"a\":\"\\u00",
                "{a:b}",
                "[]",
                "{}",
                "}{"
            })
    void readsNothingWhereNothingIsWhole(String text) {
        assertThat(FlatJson.texts(text)).isEmpty();
    }

    @Test
    void aCommentNamesNamespacePodMachineAndNodeSet() {
        assertThat(NodeComment.parse(Clusters.comment("slurm-worker-gpu-0", "kube-1")))
                .contains(new NodeComment("slurm", "slurm-worker-gpu-0", "kube-1", "slurm-worker-gpu"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "rack 4, ask {ops}", "{\"owner\":\"ops\"}", "{\"namespace\":\"slurm\"}"})
    void aCommentOfSomebodyElseNamesNothing(String comment) {
        assertThat(NodeComment.parse(comment)).isEmpty();
    }
}
