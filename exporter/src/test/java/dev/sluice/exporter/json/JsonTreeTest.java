package dev.sluice.exporter.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTreeTest {

    private static JsonTree tree(String json) throws IOException {
        return new JsonTree(JsonMapper.builder()
                .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                .build()
                .readTree(json));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            null                     | false
            "Infinity"               | false
            true                     | false
            [1]                      | false
            {}                       | false
            {"infinite":"yes"}       | false
            {"infinite":true}        | true
            {"number":Infinity}      | true
            1.8446744073709552e19    | true
            5                        | false
            """)
    void tellsInfinityFromEveryOtherType(String value, boolean infinite) throws Exception {
        assertThat(tree(value).infinite()).isEqualTo(infinite);
    }

    @Test
    void readsAWholeNumberAsACount() throws Exception {
        assertThat(tree("3").count()).isEqualTo(3);
        assertThat(tree("3").amount()).hasValue(3);
    }

    /**
     * If the value were rounded to 2, a counter would rise. The counter could not fall again when the true value 1
     * returns.
     */
    @Test
    void refusesAFractionAsACount() throws Exception {
        JsonTree fraction = tree("2.5");

        assertThatThrownBy(() -> fraction.count()).isInstanceOf(JsonTree.UnreadableValue.class);
        assertThatThrownBy(() -> fraction.amount()).isInstanceOf(JsonTree.UnreadableValue.class);
        assertThat(fraction.number()).hasValue(2.5);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"a":"b"}                                | b
            {"o":{"a":"}","c":[1]},"a":"b"}          | b
            {"a":"say \\"b\\""}                      | say "b"
            {"a":"b"} and more                       | b
            {"a":"b\\u0007"}                         | b?
            """)
    void readsAnObjectInAFreeText(String text, String expected) {
        assertThat(JsonTree.ofText(text).textIfPresent("a")).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{\"a", "{\"a\":\"b", "{a:b}", "[]", "{}", "}{", "[[[[", "{\"a\":1}"})
    void readsNothingFromAnotherText(String text) {
        assertThat(JsonTree.ofText(text).textIfPresent("a")).isEmpty();
    }

    @Test
    void readsNothingFromALongText() {
        String text = "{\"a\":\"b\",\"c\":[" + "{},".repeat(10_000) + "{}]}";

        assertThat(JsonTree.ofText(text).textIfPresent("a")).isEmpty();
    }
}
