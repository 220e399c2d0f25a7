package dev.sluice.simulator.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.lab.scheduling.JobRequest.ArrayTasks;
import dev.sluice.lab.scheduling.Need;
import dev.sluice.lab.scheduling.NodeSpec;
import dev.sluice.lab.scheduling.SimulatedNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The expected texts are from the captures of cluster alpha. */
class TextFormsTest {
    private static final NodeSpec L40S =
            new NodeSpec("gpu-l40s-01", 64, 256_000, List.of("l40s", "l40s", "l40s", "l40s"), List.of(), 50, false);

    @ParameterizedTest
    @CsvSource({
        "2000,2000M", "16000,16000M", "128000,125G", "256000,250G", "64000,62.50G", "192000,187.50G",
        "1000000,1000000M", "1638400,1600G", "942080,920G", "77248,77248M", "3072000,3000G", "60,60M"
    })
    void writesMemoryInTheUnitThatNeedsNoRounding(long mebibytes, String text) {
        assertThat(TresText.memory(mebibytes)).isEqualTo(text);
    }

    @Test
    void writesArrayTasksAsSlurmrestdDoes() {
        assertThat(RangeText.tasks(ArrayTasks.range(4, 9, 4))).isEqualTo("4-9%4");
        assertThat(RangeText.tasks(ArrayTasks.range(1, 5000, 100))).isEqualTo("1-5000%100");
        assertThat(tasks(IntStream.range(1, 100).map(i -> 2 * i))).isEqualTo("2-198:2");
        assertThat(tasks(IntStream.of(1, 2, 3, 4, 5, 8, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 40)))
                .isEqualTo("1-5,8,11-20,40");
        assertThat(tasks(IntStream.of(
                        1, 4, 9, 16, 25, 27, 36, 49, 64, 81, 100, 121, 144, 169, 196, 218, 225, 228, 256, 289)))
                .isEqualTo("1,4,9,16,25,27,36,49,64,81,100,121,144,169,196,218,225,228,2...");
    }

    private static String tasks(IntStream ids) {
        return RangeText.tasks(new ArrayTasks(ids.boxed().toList(), 0));
    }

    @Test
    void writesHostlistsInBrackets() {
        assertThat(RangeText.hosts(List.of("gpu-h100-02", "cpu003", "cpu001", "cpu002", "cpu007")))
                .isEqualTo("cpu[001-003,007],gpu-h100-02");
        assertThat(RangeText.hosts(List.of())).isEmpty();
    }

    @Test
    void writesGpusInUseWithIndices() {
        SimulatedNode node = new SimulatedNode(L40S, false, 0);
        take(node, new Need(2, 4000, 1, Optional.of("l40s"), false));

        assertThat(TresText.configuredGres(L40S)).isEqualTo("gpu:l40s:4");
        assertThat(TresText.usedGres(node)).isEqualTo("gpu:l40s:1(IDX:0)");
        assertThat(TresText.configured(L40S)).isEqualTo("cpu=64,mem=250G,billing=64,gres/gpu=4,gres/gpu:l40s=4");
        assertThat(TresText.used(node)).isEqualTo("cpu=2,mem=4000M,gres/gpu=1,gres/gpu:l40s=1");
    }

    @Test
    void countsMigSlicesAsGpusWithoutTresOfTheirOwn() {
        NodeSpec a100 =
                new NodeSpec("gpu-a100-01", 64, 512_000, List.of("a100", "a100", "a100_1g.10gb"), List.of(), 50, false);
        SimulatedNode node = new SimulatedNode(a100, false, 0);
        take(node, new Need(1, 2000, 1, Optional.of("a100_1g.10gb"), false));

        assertThat(TresText.usedGres(node)).isEqualTo("gpu:a100:0(IDX:N/A),gpu:a100_1g.10gb:1(IDX:2)");
        assertThat(TresText.configured(a100)).isEqualTo("cpu=64,mem=500G,billing=64,gres/gpu=3,gres/gpu:a100=2");
        assertThat(TresText.used(node)).isEqualTo("cpu=1,mem=2000M,gres/gpu=1");
    }

    @Test
    void callsGpusWithoutATypeNull() {
        NodeSpec plain = new NodeSpec("misc-01", 32, 128_000, List.of("", ""), List.of(), 50, false);
        SimulatedNode node = new SimulatedNode(plain, false, 0);
        take(node, new Need(1, 2000, 2, Optional.empty(), false));

        assertThat(TresText.configuredGres(plain)).isEqualTo("gpu:2");
        assertThat(TresText.usedGres(node)).isEqualTo("gpu:(null):2(IDX:0-1)");
    }

    private static void take(SimulatedNode node, Need need) {
        node.take(node.free().offer(need).orElseThrow(), 0);
    }
}
