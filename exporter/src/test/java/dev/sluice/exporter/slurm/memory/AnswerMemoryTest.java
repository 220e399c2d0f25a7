package dev.sluice.exporter.slurm.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.exporter.json.UndecodableJson;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that hostile responses share the memory limit with each other, and take no memory from a small response. */
class AnswerMemoryTest {

    private static final long MEBIBYTE = 1 << 20;

    private final AnswerMemory memory = new AnswerMemory(100 * MEBIBYTE);
    private final List<String> refused = new ArrayList<>();

    private AnswerMemory.Part answer(String name) {
        AnswerMemory.Part part = memory.begin();
        part.onRefusal(refusal -> refused.add(name));
        return part;
    }

    @Test
    void letsOneAnswerTakeAllThereIs() throws Exception {
        AnswerMemory.Part only = answer("only");

        only.take(60 * MEBIBYTE);
        only.take(40 * MEBIBYTE);

        assertThat(memory.bytes()).isEqualTo(100 * MEBIBYTE);
    }

    @Test
    void refusesTheLargestWhenItAsksAndSaysWhatToDo() throws Exception {
        answer("small").take(30 * MEBIBYTE);
        AnswerMemory.Part large = answer("large");
        large.take(70 * MEBIBYTE);

        assertThatExceptionOfType(UndecodableJson.class)
                .isThrownBy(() -> large.take(1))
                .satisfies(refusal -> assertThat(refusal.tooLarge()).isTrue())
                .withMessageContaining("more than 100 MiB")
                .withMessageContaining("70 MiB")
                .withMessageContaining("more memory");
        assertThat(refused).isEmpty();
    }

    @Test
    void refusesTheLargestWhenASmallOneAsks() throws Exception {
        AnswerMemory.Part large = answer("large");
        large.take(70 * MEBIBYTE);
        AnswerMemory.Part small = answer("small");
        small.take(20 * MEBIBYTE);

        small.take(11 * MEBIBYTE);

        assertThat(refused).containsExactly("large");
        // The small response has 20 MiB + 11 MiB. The memory of the refused large response is free again.
        assertThat(memory.bytes()).isEqualTo(31 * MEBIBYTE);
        assertThatExceptionOfType(UndecodableJson.class).isThrownBy(() -> large.take(1));
        assertThat(memory.bytes()).isEqualTo(31 * MEBIBYTE);
    }

    /**
     * Ten endless responses grow by 1 MiB in turn, together with a valid response of 9 MiB. A fair share is 100 MiB /
     * 11 = 9.09 MiB.
     */
    @Test
    void neverRefusesAnAnswerBelowItsFairShare() throws Exception {
        AnswerMemory.Part healthy = answer("healthy");
        healthy.take(9 * MEBIBYTE);
        List<AnswerMemory.Part> hostile = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            hostile.add(answer("hostile"));
        }
        List<String> threw = new ArrayList<>();

        for (int round = 0; round < 12; round++) {
            for (AnswerMemory.Part one : hostile) {
                try {
                    one.take(MEBIBYTE);
                } catch (UndecodableJson refusal) {
                    threw.add("hostile");
                    one.end();
                }
                assertThat(memory.bytes()).isLessThanOrEqualTo(100 * MEBIBYTE);
            }
        }

        healthy.take(0);
        assertThat(threw).isNotEmpty();
        assertThat(refused).doesNotContain("healthy");
    }

    @Test
    void givesBackWhatAnAnswerTookWhenItEnds() throws Exception {
        AnswerMemory.Part first = answer("first");
        first.take(90 * MEBIBYTE);
        first.giveBack(20 * MEBIBYTE);
        assertThat(memory.bytes()).isEqualTo(70 * MEBIBYTE);

        first.end();
        first.end();

        assertThat(memory.bytes()).isZero();
        answer("second").take(100 * MEBIBYTE);
        assertThat(refused).isEmpty();
    }
}
