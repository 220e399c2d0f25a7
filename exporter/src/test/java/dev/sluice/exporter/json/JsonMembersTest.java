package dev.sluice.exporter.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonMembersTest {

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
        assertThat(read(text).at("a").text()).isEqualTo(expected);
    }

    @Test
    void passesOverWhatIsNotWanted() {
        assertThat(read("{\"o\":{\"a\":\"b\"},\"l\":[\"a\"],\"x\":\"y\"}")).isEqualTo(new JsonTree.Members(Map.of()));
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
        assertThat(read(text).at("a")).isEqualTo(JsonTree.nothing());
    }

    @Test
    void readsNumbers() {
        assertThat(read("{\"n\":3}").at("n").count()).isEqualTo(3);
    }

    private static JsonTree read(String text) {
        return JsonMembers.read(text.getBytes(UTF_8), Set.of("a", "n", "o", "l", "z"));
    }
}
