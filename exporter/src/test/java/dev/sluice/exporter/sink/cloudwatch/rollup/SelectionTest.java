package dev.sluice.exporter.sink.cloudwatch.rollup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SelectionTest {

    private static final List<Rollup> ROLLS = List.of(
            Catalogue.rollup("running", 2, "b", 1),
            Catalogue.rollup("pending", 1, "b", 1),
            Catalogue.rollup("pending", 1, "a", 1),
            Catalogue.rollup("running", 2, "a", 1),
            Catalogue.rollup("age", 2, "a", 1));

    private static List<String> keys(List<Rollup> rollups) {
        return rollups.stream().map(rollup -> rollup.key().toString()).toList();
    }

    @Test
    void spendsTheBudgetByPriorityThenNameThenDimensions() {
        Selection selection = Selection.of(ROLLS, 4);

        assertThat(keys(selection.taken()))
                .containsExactly(
                        "pending{Partition=a}", "pending{Partition=b}", "age{Partition=a}", "running{Partition=a}");
        assertThat(keys(selection.overBudget())).containsExactly("running{Partition=b}");
    }

    @Test
    void cutsTheSameWhateverTheOrder() {
        Selection expected = Selection.of(ROLLS, 3);
        List<Rollup> shuffled = new ArrayList<>(ROLLS);
        Random random = new Random(3);
        for (int round = 0; round < 50; round++) {
            Collections.shuffle(shuffled, random);

            assertThat(Selection.of(shuffled, 3)).isEqualTo(expected);
        }
    }

    @Test
    void whatCloudWatchWouldRefuseTakesNoRoom() {
        Rollup odd = Catalogue.rollup("pending", 0, "pärtition", 1);
        List<Rollup> rollups = Stream.concat(Stream.of(odd), ROLLS.stream()).toList();

        Selection selection = Selection.of(rollups, ROLLS.size());

        assertThat(keys(selection.invalid())).containsExactly("pending{Partition=pärtition}");
        assertThat(selection.taken()).hasSize(ROLLS.size());
        assertThat(selection.overBudget()).isEmpty();
    }
}
