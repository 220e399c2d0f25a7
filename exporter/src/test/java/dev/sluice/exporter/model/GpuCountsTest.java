package dev.sluice.exporter.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

public class GpuCountsTest {

    /** Parses counts: {@code h100=8 =2} stands for eight GPUs of type h100 and two GPUs without a type. */
    public static GpuCounts counts(String text) {
        TreeMap<String, Long> byType = new TreeMap<>();
        for (String entry : text.split(" ", -1)) {
            int equals = entry.indexOf('=');
            if (equals >= 0) {
                byType.put(entry.substring(0, equals), Long.valueOf(entry.substring(equals + 1)));
            }
        }
        return new GpuCounts(byType);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gpu:h100:8                                                 | h100=8",
                "gpu:8                                                      | =8",
                "gpu                                                        | =1",
                "gpu:h100                                                   | h100=1",
                "gpu:1g.10gb                                                | 1g.10gb=1",
                "gpu:h100:6(IDX:0-5)                                        | h100=6",
                "gpu:a100:4,gpu:a100_1g.10gb:4                              | a100=4 a100_1g.10gb=4",
                "gpu:a100:4(IDX:0-3),gpu:a100_1g.10gb:1(IDX:4)              | a100=4 a100_1g.10gb=1",
                "gpu:a100:3(IDX:0-2),gpu:a100_1g.10gb:0(IDX:N/A)            | a100=3",
                "gpu:a100:4(S:0-1)                                          | a100=4",
                "gpu:a100:2(S:0),gpu:a100:2(S:1)                            | a100=4",
                "gpu:l40s:2(IDX:0,2),shard:l40s:4(0/4,4/4,0/4,0/4)          | l40s=2",
                "shard:l40s:4(-/4,4/4,-/4,0/4),gpu:l40s:2(IDX:0,2)          | l40s=2",
                "gpu:l40s:2,shard:l40s:16,shard:0                           | l40s=2",
                "gpu:(null):4(IDX:0-3)                                      | =4",
                "gpu:(null)                                                 | =1",
                "gpu:2k                                                     | =2048",
                "gpu:h100:1K                                                | h100=1024",
                "gpu:h100:2m                                                | h100=2097152",
                "gpu:h100:1M                                                | h100=1048576",
                "gpu:h100:no_consume:4                                      | h100=4",
                "gpu:no_consume:4                                           | =4",
                "gres/gpu:h100:8                                            | h100=8",
                "gres:gpu:h100:8                                            | h100=8",
                "gres:gpu:8                                                 | =8",
                "gres/gpu:a100=1                                            | a100=1",
                "cpu=8,gres/gpu=2                                           | =2",
                "cpu:8,gres/gpu:h100:4,license/matlab:1                     | h100=4",
                "gpu:h100:2,gpu:1                                           | h100=2 =1",
                "gpu:h100:6(IDX:0-5                                         | h100=6",
            })
    void countsGpusInLists(String gres, String expected) {
        assertThat(GpuCounts.ofGres(gres)).isEqualTo(counts(expected));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "(null)",
                "N/A",
                ",",
                "gpu:0",
                "gpu:h100:0(IDX:N/A)",
                "shard:(null):0(0/0,0/0)",
                "shard:4",
                "gres/shard:4",
                "mps:400",
                "craynetwork:4",
                "gpumem:8",
                "gres/gpuutil=8",
                "nogpu:8",
                "cpu=8"
            })
    void countsNothingElse(String gres) {
        assertThat(GpuCounts.ofGres(gres)).isEqualTo(GpuCounts.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpu:", "gpu=", "gpu=x", "gpu:h100:", "gpu:h100:8x", "gpu:h100:8kb", "gpu:h100:-3"})
    void leavesOutMalformedParts(String part) {
        assertThat(GpuCounts.ofGres(part + ",gpu:a100:2")).isEqualTo(counts("a100=2"));
        assertThat(GpuCounts.ofGres("gpu:a100:2," + part)).isEqualTo(counts("a100=2"));
    }

    @Test
    void stopsAtTheLargestNumber() {
        GpuCounts huge = GpuCounts.ofGres("gpu:h100:99999999999999999999,gpu:8192p");
        assertThat(huge).isEqualTo(counts("h100=9223372036854775807 =9223372036854775807"));
        assertThat(huge.total()).isEqualTo(Long.MAX_VALUE);
        assertThat(huge.times(3)).isEqualTo(huge);
        assertThat(huge.plus(GpuCounts.of("h100", 1))).isEqualTo(huge);
    }

    @Test
    void isEqualByWhatIsThere() {
        assertThat(counts("h100=0 a100=2 old=-1")).isEqualTo(GpuCounts.of("a100", 2));
        assertThat(counts("h100=0 a100=2")).hasSameHashCodeAs(GpuCounts.of("a100", 2));
        assertThat(GpuCounts.of("h100", 0)).isEqualTo(GpuCounts.NONE);
        assertThat(GpuCounts.of("h100", 2)).isNotEqualTo(GpuCounts.of("a100", 2));
    }

    @Test
    void ordersTypes() {
        assertThat(GpuCounts.ofGres("gpu:l40s:1,gpu:a100:2,gpu:3").byType())
                .containsExactly(Map.entry("", 3L), Map.entry("a100", 2L), Map.entry("l40s", 1L));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "h100=2      | a100=3 h100=1 | a100=3 h100=3 | h100=1",
                "h100=2 =1   | h100=5        | h100=7 =1     | =1",
                "''          | h100=5        | h100=5        | ''",
                "h100=5      | ''            | h100=5        | h100=5",
            })
    void addsAndSubtractsByType(String a, String b, String sum, String difference) {
        assertThat(counts(a).plus(counts(b))).isEqualTo(counts(sum));
        assertThat(counts(a).minus(counts(b))).isEqualTo(counts(difference));
    }

    @Test
    void multiplies() {
        assertThat(counts("h100=2 =1").times(4)).isEqualTo(counts("h100=8 =4"));
        assertThat(counts("h100=2").times(1)).isEqualTo(counts("h100=2"));
        assertThat(counts("h100=2").times(0)).isEqualTo(GpuCounts.NONE);
    }

    @Test
    void totalsAllTypes() {
        assertThat(counts("h100=2 a100=3 =1").total()).isEqualTo(6);
        assertThat(GpuCounts.NONE.total()).isZero();
        assertThat(GpuCounts.NONE.isEmpty()).isTrue();
        assertThat(counts("=1").isEmpty()).isFalse();
    }
}
