package dev.sluice.exporter.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GpuUnitTest {

    @Test
    void readsIndexesAndTheirRanges() {
        assertThat(GpuUnit.parse("gpu:h100:4(IDX:0-1,5,7)"))
                .containsExactly(
                        new GpuUnit("h100", 0, 1),
                        new GpuUnit("h100", 1, 1),
                        new GpuUnit("h100", 5, 1),
                        new GpuUnit("h100", 7, 1));
    }

    @Test
    void readsGpusWithoutAType() {
        assertThat(GpuUnit.parse("gpu:1(IDX:3)")).containsExactly(new GpuUnit("", 3, 1));
        assertThat(GpuUnit.parse("gpu:(null):1(IDX:3)")).containsExactly(new GpuUnit("", 3, 1));
    }

    /** The text was captured from a job with GPUs on a node with MIG instances. The job has no MIG instance. */
    @Test
    void readsMigInstancesBesideGpus() {
        assertThat(GpuUnit.parse("gpu:a100:1(IDX:2),gpu:a100_1g.10gb:0(IDX:)"))
                .containsExactly(new GpuUnit("a100", 2, 1));
        assertThat(GpuUnit.parse("gpu:a100:0(IDX:N/A),gpu:a100_1g.10gb:1(IDX:4)"))
                .containsExactly(new GpuUnit("a100_1g.10gb", 4, 1));
    }

    /** The texts are in slurmrestd's format. Slurm 26.05 has a dash if the GPU is allocated as a whole. */
    @Test
    void readsTheShareOfEachGpuFromItsShards() {
        assertThat(GpuUnit.parse("shard:l40s:5(-/4,4/4,1/4,0/4)"))
                .containsExactly(new GpuUnit("l40s", 1, 1), new GpuUnit("l40s", 2, 0.25));
        assertThat(GpuUnit.parse("shard:2(2/8)")).containsExactly(new GpuUnit("", 0, 0.25));
    }

    @Test
    void gpusOfWhichShardsAreHeldCannotBeHadWhole() {
        assertThat(GpuUnit.sharded("gpu:l40s:2(IDX:0,2),shard:l40s:5(-/4,4/4,-/4,1/4)"))
                .isEqualTo(GpuCounts.of("l40s", 2));
        assertThat(GpuUnit.sharded("gpu:l40s:2(IDX:0,2),shard:l40s:0(-/4,0/4,-/4,0/4)"))
                .isEqualTo(GpuCounts.NONE);
        assertThat(GpuUnit.sharded("gpu:h100:2(IDX:0-1)")).isEqualTo(GpuCounts.NONE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "gpu:h100:8",
                "gpu:h100:8(CNT:8)",
                "gpu:h100:8(IDX:)",
                "gpu:h100:8(IDX:N/A)",
                "gpu:h100:8(IDX:7-0)",
                "gpu:h100:1(IDX:5000)",
                "mps:h100:100(0/100)",
                "shard:l40s:4(4)",
                "shard:l40s:4(4/0)",
                "shard:l40s:4(8/4)",
                "gpu:h100:8(IDX:0-7"
            })
    void leavesOutWhatHasNoIndex(String gres) {
        assertThat(GpuUnit.parse(gres)).isEmpty();
    }

    @Test
    void takesNoMoreThanAMachineCanHave() {
        assertThat(GpuUnit.parse("gpu:h100:8(IDX:0-999999999999)")).hasSize(1024);
    }
}
