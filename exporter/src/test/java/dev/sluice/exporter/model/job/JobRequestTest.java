package dev.sluice.exporter.model.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GpuCountsTest;
import dev.sluice.exporter.model.Tres;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobRequestTest {

    private static final long GIBIBYTE = 1L << 30;

    private static JobRequest request(
            String tres, String perJob, String perNode, String perTask, String perSocket, long nodes) {
        Tres total = Tres.parse(tres);
        JobBuilder job = JobBuilder.job(1).nodes(JobRequest.nodes(total, nodes)).tasks(6);
        job.gpus(
                GpuCounts.ofGres(perJob),
                GpuCounts.ofGres(perNode),
                GpuCounts.ofGres(perTask),
                GpuCounts.ofGres(perSocket));
        return JobRequest.of(job.build().shape(), total, 16, 2);
    }

    private static JobRequest request(String tres, long nodes, long cpus, long mebibytesPerCpu, long mebibytesPerNode) {
        Tres total = Tres.parse(tres);
        JobBuilder job = JobBuilder.job(1).nodes(JobRequest.nodes(total, nodes));
        job.memoryPerCpu(mebibytesPerCpu << 20).memoryPerNode(mebibytesPerNode << 20);
        return JobRequest.of(job.build().shape(), total, cpus, 0);
    }

    @Test
    void takesNodesCpusAndMemoryFromTres() {
        assertThat(request("cpu=450,mem=900000M,node=6,billing=450", 8, 451, 2000, 0))
                .isEqualTo(new JobRequest(6, 450, 900_000L << 20, GpuCounts.NONE));
    }

    /** scontrol update made a pending job of 40 tasks smaller. */
    @Test
    void multipliesMemoryPerCpuByTheCpus() {
        assertThat(request("cpu=16,mem=40000M,node=1", 1, 16, 1000, 0))
                .isEqualTo(new JobRequest(1, 16, 16_000L << 20, GpuCounts.NONE));
    }

    @ParameterizedTest
    @CsvSource({
        // columns: nodes, CPUs, memory per CPU, memory per node: expected nodes, expected GiB
        "4, 16, 2048, 0,    4, 32",
        "4, 16, 0,    8192, 4, 32",
        "0, 16, 0,    8192, 1, 8",
        "4, 16, 0,    0,    4, 0",
    })
    void fallsBackToTheOtherFields(
            long nodes, long cpus, long perCpu, long perNode, long expectedNodes, long expectedGibibytes) {
        assertThat(request("billing=1", nodes, cpus, perCpu, perNode))
                .isEqualTo(new JobRequest(expectedNodes, cpus, expectedGibibytes * GIBIBYTE, GpuCounts.NONE));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // TRES | per job | per node | per task | per socket | GPUs
                "gres/gpu=32,gres/gpu:h100=32 | '' | gres/gpu:h100:8 | '' | '' | h100=32",
                "gres/gpu=24                  | '' | gres/gpu:8      | '' | '' | =24",
                "gres/gpu=2                   | gres/gpu:2 | ''      | cpu=4 | '' | =2",
                "gres/gpu=4                   | '' | gres/gpu:a100_1g.10gb:1 | '' | '' | a100_1g.10gb=4",
                "gres/gpu=4                   | '' | '' | '' | gpu:a30:1 | a30=4",
                "gres/gpu=4                   | '' | '' | cpu=8,gres/gpu:a30=1 | '' | a30=4",
                "gres/gpu=4                   | '' | '' | cpu:8,gres/gpu:a30:1 | '' | a30=4",
                "gres/gpu=4                   | gpu:4 | gres:gpu:a30:1 | '' | '' | a30=4",
                // The TRES string contains the type a100, but not the MIG slices of a100.
                "gres/gpu=8,gres/gpu:a100=4   | '' | gpu:a100:1,gpu:a100_1g.10gb:1 | '' | '' | a100=4 a100_1g.10gb=4",
                "gres/gpu=8,gres/gpu:a100=4 | gres/gpu:a100:4,gpu:1g:1,gpu:2g:3 | '' | '' | '' | a100=4 2g=3 1g=1",
                "gres/gpu=8,gres/gpu:a100=4 | gres/gpu:a100:4,gres/gpu:1g:1,gres/gpu:2g:1 | '' | '' | '' | a100=4 =4",
                "gres/gpu=8,gres/gpu:a100=4   | '' | gres/gpu:a100:1 | '' | '' | a100=4 =4",
                "gres/gpu=3                   | gres/gpu:1g:1,gres/gpu:2 | '' | '' | '' | 1g=1 =2",
                "gres/gpu=4                   | gres/gpu:1g:1,gres/gpu:2 | '' | '' | '' | =4",
            })
    void namesTypesOfUntypedGpus(
            String tres, String perJob, String perNode, String perTask, String perSocket, String gpus) {
        assertThat(request("cpu=4,node=4," + tres, perJob, perNode, perTask, perSocket, 4)
                        .gpus())
                .isEqualTo(GpuCountsTest.counts(gpus));
    }

    /** Four nodes, six tasks, two sockets. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gres/gpu:h100:9 | '' | ''              | ''        | h100=9",
                "gres/gpu:9      | '' | ''              | ''        | =9",
                "gres:gpu:9      | '' | ''              | ''        | =9",
                "''     | gres/gpu:h100:8 | ''          | ''        | h100=32",
                "''     | gpu:8           | ''          | ''        | =32",
                "''     | gpu:a100:1,gpu:1g.10gb:2 | '' | ''        | a100=4 1g.10gb=8",
                "''     | gres/shard:4    | ''          | ''        | ''",
                "''     | '' | cpu=8,gres/gpu:a100=1    | ''        | a100=6",
                "''     | '' | gres/gpu=2               | ''        | =12",
                "''     | '' | cpu=8                    | ''        | ''",
                "''     | '' | ''             | gres/gpu:h100:1     | h100=8",
                "''     | '' | ''             | gpu:1               | =8",
                "gpu:32 | gpu:h100:8 | ''     | ''                  | h100=32",
            })
    void countsGpusWithoutThemInTres(String perJob, String perNode, String perTask, String perSocket, String gpus) {
        GpuCounts expected = GpuCountsTest.counts(gpus);
        assertThat(request("cpu=4,node=4", perJob, perNode, perTask, perSocket, 7)
                        .gpus())
                .isEqualTo(expected);
        assertThat(request("", perJob, perNode, perTask, perSocket, 4).gpus()).isEqualTo(expected);
    }

    @Test
    void assumesOneNodeAndSocketWhereUnknown() {
        JobShape shape = JobBuilder.job(1).gpusPerSocket("", 2).build().shape();

        assertThat(JobRequest.of(shape, Tres.NONE, 0, 0)).isEqualTo(new JobRequest(1, 0, 0, GpuCounts.of("", 2)));
    }
}
