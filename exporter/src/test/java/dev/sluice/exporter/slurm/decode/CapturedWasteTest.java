package dev.sluice.exporter.slurm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.gpu.Finding;
import dev.sluice.exporter.derive.gpu.GpuSlots;
import dev.sluice.exporter.derive.gpu.WasteFinder;
import dev.sluice.exporter.derive.gpu.WasteFinder.JobWaste;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.truth.tool.Fields;
import dev.sluice.exporter.truth.tool.ToolCommand;
import dev.sluice.exporter.truth.tool.ToolTexts;
import dev.sluice.fixtures.Capture;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the jobs of a real cluster. Ordinary jobs must get no finding. */
class CapturedWasteTest {

    private static final Instant NOW = Instant.ofEpochSecond(1_795_166_000);

    /**
     * According to {@code scontrol show jobs}, job 86 has one GPU and 8 CPUs on each of two nodes with 64 CPUs. The job
     * requested any 2 GPUs.
     */
    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void ofTheRunningJobsOneHoldsMoreNodesThanNeeded(String release, String version) throws Exception {
        List<JobWaste> waste = captured(release, version);

        Map<Long, List<Finding>> flagged = new HashMap<>();
        waste.stream()
                .filter(JobWaste::flagged)
                .forEach(job -> flagged.put(job.job().id(), job.findings()));
        assertThat(flagged)
                .isEqualTo(Map.of(
                        86L,
                        List.of(new Finding(
                                Finding.Code.SPREAD_NODES,
                                "The job holds 2 GPUs on 2 nodes, but 1 of these nodes is enough."))));
    }

    /** The list contains exactly the running jobs with gres/gpu in {@code scontrol show jobs}. */
    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void listsTheRunningJobsWithGpusOfScontrol(String release, String version) throws Exception {
        Map<Long, Long> gpus = new HashMap<>();
        for (JobWaste job : captured(release, version)) {
            gpus.put(job.job().id(), job.job().allocation().tres().gpus().total());
        }

        assertThat(gpus).hasSize(11).isEqualTo(scontrol(release));
    }

    private static Map<Long, Long> scontrol(String release) {
        Map<Long, Long> gpus = new HashMap<>();
        for (Map<String, String> job : ToolTexts.captured(release).records(ToolCommand.JOBS)) {
            long held = Fields.tres(Fields.text(job, "AllocTRES")).getOrDefault("gres/gpu", 0L);
            if (Fields.text(job, "JobState").equals("RUNNING") && held > 0) {
                gpus.put(Fields.number(job, "JobId"), held);
            }
        }
        return gpus;
    }

    private static List<JobWaste> captured(String release, String version) throws Exception {
        String rest = "rest/" + version + "/slurm/";
        List<Job> jobs = Answers.jobRecords(Capture.of(release).bytes(rest + "jobs.json"));
        List<JoinedNode> nodes = Answers.nodeRecords(Capture.of(release).bytes(rest + "nodes.json")).stream()
                .map(JoinedNode::outsideKubernetes)
                .toList();
        Constraints constraints = Constraints.UNKNOWN.withPartitions(
                Answers.partitionRecords(Capture.of(release).bytes(rest + "partitions.json")));
        return new WasteFinder(jobs, nodes, constraints, new GpuSlots.Beside(1, 1L << 30), NOW).jobs(job -> true);
    }
}
