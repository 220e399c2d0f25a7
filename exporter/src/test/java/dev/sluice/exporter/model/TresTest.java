package dev.sluice.exporter.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TresTest {

    @Test
    void readsCompleteString() {
        String text = "cpu=96,mem=187.50G,node=1,billing=96,gres/gpu=8,gres/gpu:h100=8,gres/shard=4,license/matlab=12";
        assertThat(Tres.parse(text)).isEqualTo(new Tres(96, 201_326_592_000L, 1, GpuCounts.of("h100", 8)));
    }

    @ParameterizedTest
    @CsvSource({
        "512K,     524288",
        "60M,      62914560",
        "4000M,    4194304000",
        "1500,     1572864000",
        "0,        0",
        "8G,       8589934592",
        "62.50G,   67108864000",
        "187.50G,  201326592000",
        "187.5G,   201326592000",
        "2.25G,    2415919104",
        "1.5g,     1610612736",
        "3T,       3298534883328",
        "1P,       1125899906842624",
        "0.50P,    562949953421312",
        "99999P,   9223372036854775807",
        "99999999999999999999G, 9223372036854775807",
        "1.1234567890123M, 1178030",
    })
    void readsMemory(String memory, long bytes) {
        assertThat(Tres.parse("cpu=1,mem=" + memory + ",node=1")).isEqualTo(new Tres(1, bytes, 1, GpuCounts.NONE));
        assertThat(Tres.parse("mem=" + memory).memoryBytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gres/gpu=8,gres/gpu:h100=8                       | h100=8",
                "gres/gpu=8,gres/gpu:h100=6                       | h100=6 =2",
                "gres/gpu=8                                       | =8",
                "gres/gpu:h100=8                                  | h100=8",
                "gres/gpu=4,gres/gpu:h100=6                       | h100=6",
                "gres/gpu:a100=1,gres/gpu=2,gres/gpu:l40s=1       | a100=1 l40s=1",
                "gres/gpu=5,gres/gpu:a100=4                       | a100=4 =1",
                "gres/gpumem=8,gres/gpuutil=50                    | ''",
                "gres/shard=4                                     | ''",
                "gres/gpu=0                                       | ''",
                "gres/gpu=99999999999999999999                    | =9223372036854775807",
            })
    void countsTypedAndUntypedGpusApart(String text, String gpus) {
        assertThat(Tres.parse(text).gpus()).isEqualTo(GpuCountsTest.counts(gpus));
        assertThat(Tres.parse("cpu=2,node=3," + text).gpus()).isEqualTo(GpuCountsTest.counts(gpus));
    }

    @Test
    void readsUnitsOfCounts() {
        assertThat(Tres.parse("cpu=2k,node=1K,gres/gpu=1m"))
                .isEqualTo(new Tres(2048, 0, 1024, GpuCounts.of("", 1 << 20)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "(null)", "N/A", ",", "billing=96", "vmem=4G", "cpus=3", "1=4,2=4000"})
    void findsNothingWhereNothingIsNamed(String text) {
        assertThat(Tres.parse(text)).isEqualTo(Tres.NONE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cpu",
                "cpu=",
                "cpu=x",
                "cpu=-1",
                "cpu=1.5",
                "mem=",
                "mem=G",
                "mem=.5G",
                "mem=1K.5G",
                "mem=5GG",
                "mem=4?",
                "mem=1.x5G",
                "mem=NONE",
                "node=NONE",
                "gres/gpu=",
                "gres/gpu:h100",
                "gres/gpu:h100=x",
                "=",
                "==",
                "=4"
            })
    void leavesOutMalformedParts(String part) {
        assertThat(Tres.parse(part)).isEqualTo(Tres.NONE);
        assertThat(Tres.parse("billing=3," + part + ",fs/disk=1.5G")).isEqualTo(Tres.NONE);
    }

    @Test
    void textThatNamesMoreThan64TypesIsRefused() {
        assertThat(Tres.parse(types(64)).gpus().total()).isEqualTo(64);
        assertThat(GpuCounts.ofGres(types(64)).byType()).hasSize(64);
        assertThatThrownBy(() -> Tres.parse(types(65))).hasMessageContaining("more than 64 types");
        assertThatThrownBy(() -> GpuCounts.ofGres(types(65))).isInstanceOf(GpuCounts.TooManyTypes.class);
        assertThatThrownBy(() -> GresCounts.ofRequest(types(65).replace("gpu:", "")))
                .isInstanceOf(GpuCounts.TooManyTypes.class);
    }

    private static String types(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> String.format(Locale.ROOT, "gres/gpu:t%05d=1", i))
                .collect(Collectors.joining(","));
    }
}
