package dev.sluice.exporter.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobRequest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AcceleratorsTest {

    private static final Accelerators ACCELERATORS = Accelerators.of(List.of("gpu", "npu", "tpu"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // GRES of nodes and requests | GPUs | other GRES
                "npu:910b:8(S:0-1)             | npu:910b=8         | ''",
                "tpu:8(IDX:0-7)                | tpu:=8             | ''",
                "tpu:(null):3(IDX:0-2)         | tpu:=3             | ''",
                "tpu                           | tpu:=1             | ''",
                "npu:910b                      | npu:910b=1         | ''",
                "npu:910b:2K                   | npu:910b=2048      | ''",
                "npu:910b:no_consume:4         | npu:910b=4         | ''",
                "gpu:h100:4,npu:910b:8,fpga:2  | h100=4 npu:910b=8  | fpga=2",
                "gpu:4,tpunode:1               | =4                 | tpunode=1",
            })
    void areGpusOfTheirNodes(String gres, String gpus, String others) {
        String text = ACCELERATORS.asGpus(gres);

        assertThat(GpuCounts.ofGres(text)).isEqualTo(GpuCountsTest.counts(gpus));
        assertThat(GresCounts.ofNode(text, "").byName())
                .isEqualTo(GpuCountsTest.counts(others).byType());
        assertThat(Accelerators.GPUS.asGpus(gres)).isEqualTo(gres);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // TRES | per node | GPUs of two nodes
                "gres/npu=16                                 | gres/npu:910b:8       | npu:910b=16",
                "gres/npu=16,gres/npu:910b=16                | gres/npu:910b:8       | npu:910b=16",
                "gres/npu=16,gres/npu:910b=4                 | gres/npu:8            | npu:910b=4 npu:=12",
                "cpu=4                                       | gres/tpu:4            | tpu:=8",
                "cpu=4                                       | gres:tpu              | tpu:=2",
                "gres/gpu=2,gres/npu=16                      | gres/gpu:a30:1,gres/npu:8 | a30=2 npu:=16",
                "gres/gpu=2,gres/gpu:a30=2,gres/npu=16       | gres/gpu:1,gres/npu:910b:8 | a30=2 npu:910b=16",
                "gres/tpu=3                                  | ''                    | tpu:=3",
            })
    void areGpusOfTheJobsThatRequestThem(String tres, String perNode, String gpus) {
        GpuCounts asked = GpuCounts.ofGres(ACCELERATORS.asGpus(perNode));
        Job job = JobBuilder.job(1)
                .nodes(2)
                .gpus(GpuCounts.NONE, asked, GpuCounts.NONE, GpuCounts.NONE)
                .build();

        assertThat(JobRequest.of(job.shape(), Tres.parse(ACCELERATORS.asGpus(tres)), 4, 0)
                        .gpus())
                .isEqualTo(GpuCountsTest.counts(gpus));
    }

    @Test
    void haveTheIndexesOfTheirDevices() {
        assertThat(GpuUnit.parse(ACCELERATORS.asGpus("npu:910b:2(IDX:0,3),tpu:1(IDX:1)")))
                .containsExactly(
                        new GpuUnit("npu:910b", 0, 1), new GpuUnit("npu:910b", 3, 1), new GpuUnit("tpu:", 1, 1));
    }

    @ParameterizedTest
    @CsvSource({
        "npu:, npu:910b, true",
        "npu:, npu:, true",
        "npu:910b, npu:910b, true",
        "npu:910b, npu:310p, false",
        "npu:910b, npu:, false",
        "npu:, tpu:, false",
        "'', h100, true",
        "'', npu:910b, false",
        "h100, h100, true",
    })
    void suitRequestsForTheirNameAndType(String requested, String type, boolean suits) {
        assertThat(GpuCounts.of(type, 2).suiting(requested)).isEqualTo(suits ? 2 : 0);
    }

    @Test
    void areLabeledByNameAndType() {
        assertThat(GpuCounts.label("npu:910b")).isEqualTo("npu:910b");
        assertThat(GpuCounts.label("tpu:")).isEqualTo("tpu");
        assertThat(GpuCounts.labelOfRequest("tpu:")).isEqualTo("tpu");
    }
}
