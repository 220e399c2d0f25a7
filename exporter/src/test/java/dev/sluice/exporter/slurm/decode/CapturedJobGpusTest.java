package dev.sluice.exporter.slurm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.gpu.JobGpus;
import dev.sluice.exporter.derive.gpu.JobGpus.HeldGpu;
import dev.sluice.exporter.metrics.JobSeriesMetrics;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.publish.Sample;
import dev.sluice.exporter.truth.tool.Fields;
import dev.sluice.exporter.truth.tool.ToolCommand;
import dev.sluice.fixtures.Capture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that the GPUs of all jobs together are the used GPUs of the nodes, and that no GPU belongs to two jobs. */
class CapturedJobGpusTest {

    private static final SeriesBudget BUDGET = new SeriesBudget(0, 0, 0, 0, 0, 1000, NameRule.SHOW, NameRule.SHOW);
    private static final Pattern USED = Pattern.compile("(gpu|shard):([\\w.]+):\\d+\\(([^)]*)\\)");

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void jobsTogetherHoldWhatTheirNodesCallUsed(String release, String version) throws Exception {
        JobGpus gpus = JobGpus.of(jobs(release, version), Map.of(), BUDGET);

        Map<String, Double> held = new TreeMap<>();
        for (HeldGpu gpu : gpus.held()) {
            String name =
                    gpu.node() + "/" + gpu.unit().type() + "/" + gpu.unit().index();
            assertThat(held.merge(name, gpu.unit().share(), Double::sum))
                    .as(name)
                    .isLessThanOrEqualTo(1);
        }
        assertThat(held).hasSizeGreaterThan(30).isEqualTo(used(release, version));
        assertThat(gpus.unmapped().values()).containsOnly(0L);
        assertThat(gpus.folded()).isZero();
    }

    /**
     * The expected values are from scontrol show job -d. Job 92 is a task of array 77. Job 86 has GPUs of two types on
     * two nodes. Job 28 has a MIG instance.
     */
    @Test
    void namesOwnerPlaceTypeAndIndexOfEachGpu() throws Exception {
        List<Job> jobs = jobs("26.05", "v0.0.45");

        assertThat(Sample.texts(new JobSeriesMetrics("alpha", jobs, Map.of(), List.of(), BUDGET)))
                .contains(
                        "slurm_job_gpu[alpha, 92, " + owner(92) + ", gpu-a100-01, , , a100, 3] 1.0",
                        "slurm_job_gpu[alpha, 86, " + owner(86) + ", gpu-a100-01, , , a100, 2] 1.0",
                        "slurm_job_gpu[alpha, 86, " + owner(86) + ", gpu-l40s-01, , , l40s, 2] 1.0",
                        "slurm_job_gpu[alpha, 28, " + owner(28) + ", gpu-a100-01, , , a100_1g.10gb, 4] 1.0",
                        "slurm_job_gpu[alpha, 30, " + owner(30) + ", gpu-l40s-01, , , l40s, 1] 1.0",
                        "slurm_job_unmapped_gpus[alpha, no_index] 0.0",
                        "slurm_job_unmapped_gpus[alpha, part_of_machine] 0.0",
                        "sluice_series_folded[alpha, job_gpu] 0.0");
    }

    private static List<Job> jobs(String release, String version) throws Exception {
        return Answers.jobRecords(Capture.of(release).bytes("rest/" + version + "/slurm/jobs.json"));
    }

    /** Returns user, account and partition of a job, from scontrol. */
    private static String owner(long id) {
        Map<String, String> job = Objects.requireNonNull(
                CapturedReleases.scontrol("26.05", ToolCommand.JOBS, "JobId").get(Long.toString(id)));
        return Fields.text(job, "UserId").replaceAll("\\(.*", "") + ", " + Fields.text(job, "Account") + ", "
                + Fields.text(job, "Partition");
    }

    /** Returns the used fraction of each GPU by node, type and index. */
    private static Map<String, Double> used(String release, String version) throws Exception {
        Map<String, Double> used = new TreeMap<>();
        for (JsonNode node : Trees.captured(release, version, "nodes").path("nodes")) {
            Matcher part = USED.matcher(node.path("gres_used").asText());
            while (part.find()) {
                String prefix = node.path("name").asText() + "/" + part.group(2) + "/";
                if (part.group(1).equals("gpu")) {
                    indexes(part.group(3).replace("IDX:", "")).forEach(index -> used.put(prefix + index, 1.0));
                } else {
                    String[] byGpu = part.group(3).split(",", -1);
                    for (int index = 0; index < byGpu.length; index++) {
                        if (byGpu[index].matches("[1-9]\\d*/\\d+")) {
                            String[] shards = byGpu[index].split("/", -1);
                            used.put(prefix + index, Double.parseDouble(shards[0]) / Double.parseDouble(shards[1]));
                        }
                    }
                }
            }
        }
        return used;
    }

    private static List<Integer> indexes(String ranges) {
        List<Integer> indexes = new ArrayList<>();
        for (String range : ranges.split(",", -1)) {
            if (range.matches("\\d.*")) {
                String[] ends = range.split("-", -1);
                for (int i = Integer.parseInt(ends[0]); i <= Integer.parseInt(ends[ends.length - 1]); i++) {
                    indexes.add(i);
                }
            }
        }
        return indexes;
    }
}
