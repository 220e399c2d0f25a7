package dev.sluice.exporter.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.join.ClusterJoin;
import dev.sluice.exporter.derive.join.Clusters;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobOrigin;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeFlag;
import dev.sluice.exporter.publish.Sample;
import dev.sluice.exporter.slurm.decode.Answers;
import dev.sluice.fixtures.Capture;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobSeriesMetricsTest {

    private static List<String> samples(SeriesBudget budget) throws Exception {
        return samples(
                budget,
                Answers.jobRecords(Capture.of("26.05").bytes("rest/v0.0.45/slurm/jobs-flags-all.json")),
                Map.of());
    }

    private static List<String> samples(SeriesBudget budget, List<Job> jobs, Map<String, JoinedNode> nodes) {
        return Sample.texts(new JobSeriesMetrics("alpha", jobs, Map.of(), nodes.values(), budget));
    }

    @Test
    void namesWhoseAJobIsAndWhereItRuns() throws Exception {
        assertThat(samples(new SeriesBudget(0, 0, 0, 0, 1000, 0, NameRule.SHOW, NameRule.SHOW)))
                .contains(
                        "slurm_job_info[alpha, 46, 33, heidi, ml-train, cpu, normal, native] 1.0",
                        "slurm_job_info[alpha, 13, , alice, ml-train, debug, normal, native] 1.0",
                        "slurm_job_start_timestamp_seconds[alpha, 13] 1.795165637E9",
                        "slurm_job_time_limit_seconds[alpha, 13] 1800.0",
                        "slurm_job_node[alpha, 21, cpu005, , , ] 1.0",
                        "slurm_job_node[alpha, 21, cpu006, , , ] 1.0",
                        "sluice_series_folded[alpha, job] 0.0");
    }

    /**
     * kube-1 has no slurmd pod, and gpu-0 has one. slurm-bridge placed one pod on each. Slurm does not show which of
     * its two pods job 3 has on kube-2.
     */
    @Test
    void namesThePodOfAnExternalJob() {
        SeriesBudget budget = new SeriesBudget(0, 0, 0, 0, 1000, 0, NameRule.SHOW, NameRule.SHOW);
        Clusters cluster = new Clusters();
        cluster.nodes.add(Clusters.node("gpu-0", NodeBaseState.MIXED));
        cluster.nodes.add(Clusters.node("kube-1", NodeBaseState.MIXED, NodeFlag.EXTERNAL));
        cluster.pods.add(Clusters.pod(0, Clusters.PodOf.READY));
        cluster.machines.add(Clusters.machine("kube-1", 8));

        assertThat(samples(
                        budget,
                        List.of(
                                running(1, "gpu-0").origin(pods("lab/a")).build(),
                                running(2, "kube-1").origin(pods("lab/b")).build(),
                                running(3, "kube-2")
                                        .origin(pods("lab/c", "lab/d"))
                                        .build(),
                                running(4, "gpu-0").build()),
                        ClusterJoin.of(cluster.slurm(), cluster.kubernetes(), Map.of())
                                .nodes()))
                .contains(
                        "slurm_job_info[alpha, 1, , user, account, cpu, normal, external] 1.0",
                        "slurm_job_node[alpha, 1, gpu-0, lab, a, kube-1] 1.0",
                        "slurm_job_node[alpha, 2, kube-1, lab, b, kube-1] 1.0",
                        "slurm_job_node[alpha, 3, kube-2, , , ] 1.0",
                        "slurm_job_node[alpha, 4, gpu-0, slurm, slurm-worker-gpu-0, kube-1] 1.0");
    }

    private static JobBuilder running(long id, String node) {
        return JobBuilder.job(id).runningOn(node);
    }

    private static JobOrigin pods(String... names) {
        return new JobOrigin(JobOrigin.Kind.EXTERNAL, List.of(names), 0);
    }

    @Test
    void hidesNamesAsItIsTold() throws Exception {
        assertThat(samples(new SeriesBudget(0, 0, 0, 0, 1000, 0, NameRule.DROP, NameRule.HASH)))
                .contains("slurm_job_info[alpha, 13, , , 8ceb79ce8b4f, debug, normal, native] 1.0")
                .noneMatch(sample -> sample.contains("alice") || sample.contains("ml-train"));
    }

    @Test
    void saysHowManyJobsHaveNoSeries() throws Exception {
        assertThat(samples(new SeriesBudget(0, 0, 0, 0, 0, 0, NameRule.SHOW, NameRule.SHOW)))
                .singleElement()
                .asString()
                .startsWith("sluice_series_folded[alpha, job] ");
    }
}
