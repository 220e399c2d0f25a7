package dev.sluice.exporter.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class JsonTreeTest {

    static Stream<Arguments> values() {
        return Stream.of(
                Arguments.of(JsonTree.nothing(), false),
                Arguments.of(new JsonTree.Text("Infinity"), false),
                Arguments.of(new JsonTree.Flag(true), false),
                Arguments.of(new JsonTree.Elements(List.of(new JsonTree.Amount(1))), false),
                Arguments.of(new JsonTree.Members(Map.of()), false),
                Arguments.of(new JsonTree.Members(Map.of("infinite", new JsonTree.Text("yes"))), false),
                Arguments.of(new JsonTree.Members(Map.of("infinite", new JsonTree.Flag(true))), true),
                Arguments.of(
                        new JsonTree.Members(Map.of("number", new JsonTree.Amount(Double.POSITIVE_INFINITY))), true),
                Arguments.of(new JsonTree.Amount(1.8446744073709552e19), true),
                Arguments.of(new JsonTree.Amount(5), false));
    }

    @ParameterizedTest
    @MethodSource("values")
    void tellsInfinityFromEveryOtherType(JsonTree value, boolean infinite) {
        assertThat(value.infinite()).isEqualTo(infinite);
    }

    @Test
    void readsAWholeNumberAsACount() {
        assertThat(new JsonTree.Amount(3).count()).isEqualTo(3);
        assertThat(new JsonTree.Amount(3).amount()).hasValue(3);
    }

    /**
     * If the value were rounded to 2, a counter would rise. The counter could not fall again when the true value 1
     * returns.
     */
    @Test
    void refusesAFractionAsACount() {
        JsonTree fraction = new JsonTree.Amount(2.5);

        assertThatThrownBy(fraction::count).isInstanceOf(JsonTree.UnreadableValue.class);
        assertThatThrownBy(fraction::amount).isInstanceOf(JsonTree.UnreadableValue.class);
        assertThat(fraction.number()).hasValue(2.5);
    }
}
