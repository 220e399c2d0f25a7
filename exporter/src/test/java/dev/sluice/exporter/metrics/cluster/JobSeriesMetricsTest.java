package dev.sluice.exporter.metrics.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.JobSeries;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.slurm.decode.Answers;
import dev.sluice.fixtures.Capture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobSeriesMetricsTest {

    private static List<String> samples(SeriesBudget budget) throws Exception {
        List<Job> jobs =
                Answers.jobRecords("v0.0.45", Capture.of("26.05").bytes("rest/v0.0.45/slurm/jobs-flags-all.json"));
        List<String> samples = new ArrayList<>();
        new JobSeriesMetrics("alpha", JobSeries.of(jobs, unused -> 0, budget), Map.of(), Map.of(), budget)
                .forEach((family, value, labels) -> samples.add(family.name() + List.of(labels) + " " + value));
        return samples;
    }

    @Test
    void namesWhoseAJobIsAndWhereItRuns() throws Exception {
        assertThat(samples(new SeriesBudget(0, 0, 0, 0, 1000, 0, NameRule.SHOW, NameRule.SHOW)))
                .contains(
                        "slurm_job_info[alpha, 46, 33, heidi, ml-train, cpu, normal] 1.0",
                        "slurm_job_info[alpha, 13, , alice, ml-train, debug, normal] 1.0",
                        "slurm_job_node[alpha, 21, cpu005, , , ] 1.0",
                        "slurm_job_node[alpha, 21, cpu006, , , ] 1.0",
                        "sluice_series_folded[alpha, job] 0.0");
    }

    @Test
    void hidesNamesAsItIsTold() throws Exception {
        assertThat(samples(new SeriesBudget(0, 0, 0, 0, 1000, 0, NameRule.DROP, NameRule.HASH)))
                .contains("slurm_job_info[alpha, 13, , , 8ceb79ce8b4f, debug, normal] 1.0")
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
