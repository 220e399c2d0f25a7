package dev.sluice.simulator.rest.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.lab.scheduling.FreeResources;
import dev.sluice.lab.scheduling.Need;
import dev.sluice.lab.scheduling.NodeSpec;
import dev.sluice.lab.scheduling.job.ArrayTasks;
import dev.sluice.simulator.cluster.NodeRecord;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The expected texts are from the captures of cluster alpha. */
class TextFormsTest {
    private static final NodeSpec L40S =
            new NodeSpec("gpu-l40s-01", 64, 256_000, List.of("l40s", "l40s", "l40s", "l40s"), 4, List.of(), 50, false);

    @ParameterizedTest
    @CsvSource({
        "2000,2000M", "16000,16000M", "128000,125G", "256000,250G", "64000,62.50G", "192000,187.50G",
        "1000000,1000000M", "1638400,1600G", "942080,920G", "77248,77248M", "3072000,3000G", "60,60M"
    })
    void writesMemoryInTheUnitThatNeedsNoRounding(long mebibytes, String text) {
        assertThat(TresText.memory(mebibytes)).isEqualTo(text);
    }

    static Stream<Arguments> arrays() {
        return Stream.of(
                Arguments.of(ArrayTasks.range(4, 9, 4), "4-9%4"),
                Arguments.of(ArrayTasks.range(1, 5000, 100), "1-5000%100"),
                Arguments.of(
                        new ArrayTasks(Stream.iterate(2, i -> i + 2).limit(99).toList(), 0), "2-198:2"),
                Arguments.of(
                        new ArrayTasks(List.of(1, 2, 3, 4, 5, 8, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 40), 0),
                        "1-5,8,11-20,40"),
                Arguments.of(
                        new ArrayTasks(
                                List.of(
                                        1, 4, 9, 16, 25, 27, 36, 49, 64, 81, 100, 121, 144, 169, 196, 218, 225, 228,
                                        256, 289),
                                0),
                        "1,4,9,16,25,27,36,49,64,81,100,121,144,169,196,218,225,228,2..."));
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void writesArrayTasksAsSlurmrestdDoes(ArrayTasks tasks, String text) {
        assertThat(ArrayText.of(tasks)).isEqualTo(text);
    }

    @Test
    void writesHostlistsInBrackets() {
        assertThat(Hostlist.of(List.of("gpu-h100-02", "cpu003", "cpu001", "cpu002", "cpu007")))
                .isEqualTo("cpu[001-003,007],gpu-h100-02");
        assertThat(Hostlist.of(List.of())).isEmpty();
    }

    @Test
    void writesGpusInUseWithIndicesAndSharedOnesByGpu() {
        FreeResources free = new FreeResources(L40S);
        take(free, new Need(2, 4000, 1, Optional.of("l40s"), 0, false));
        take(free, new Need(2, 4000, 0, Optional.empty(), 4, false));
        NodeRecord node = record(L40S, free);

        assertThat(GresText.configured(L40S)).isEqualTo("gpu:l40s:4,shard:l40s:16");
        assertThat(GresText.used(node)).isEqualTo("gpu:l40s:1(IDX:0),shard:l40s:4(-/4,4/4,0/4,0/4)");
        assertThat(TresText.configured(L40S))
                .isEqualTo("cpu=64,mem=250G,billing=64,gres/gpu=4,gres/gpu:l40s=4,gres/shard=16");
        assertThat(TresText.used(node)).isEqualTo("cpu=4,mem=8000M,gres/gpu=1,gres/gpu:l40s=1,gres/shard=4");
    }

    @Test
    void countsMigSlicesAsGpusWithoutTresOfTheirOwn() {
        NodeSpec a100 = new NodeSpec(
                "gpu-a100-01", 64, 512_000, List.of("a100", "a100", "a100_1g.10gb"), 0, List.of(), 50, false);
        FreeResources free = new FreeResources(a100);
        take(free, new Need(1, 2000, 1, Optional.of("a100_1g.10gb"), 0, false));

        assertThat(GresText.used(record(a100, free))).isEqualTo("gpu:a100:0(IDX:N/A),gpu:a100_1g.10gb:1(IDX:2)");
        assertThat(TresText.configured(a100)).isEqualTo("cpu=64,mem=500G,billing=64,gres/gpu=3,gres/gpu:a100=2");
        assertThat(TresText.used(record(a100, free))).isEqualTo("cpu=1,mem=2000M,gres/gpu=1");
    }

    @Test
    void callsGpusWithoutATypeNull() {
        NodeSpec plain = new NodeSpec("misc-01", 32, 128_000, List.of("", ""), 0, List.of(), 50, false);
        FreeResources free = new FreeResources(plain);
        take(free, new Need(1, 2000, 2, Optional.empty(), 0, false));

        assertThat(GresText.configured(plain)).isEqualTo("gpu:2");
        assertThat(GresText.used(record(plain, free))).isEqualTo("gpu:(null):2(IDX:0-1)");
    }

    private static void take(FreeResources free, Need need) {
        free.take(free.offer(need).orElseThrow());
    }

    private static NodeRecord record(NodeSpec spec, FreeResources free) {
        return new NodeRecord(spec, List.of("MIXED"), Set.of(), free, "", "", 0, "", "", 1, 1);
    }
}
