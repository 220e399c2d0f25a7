package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.exporter.derive.JobList;
import dev.sluice.exporter.derive.gpu.JobGpus.HeldGpu;
import dev.sluice.exporter.derive.waste.FindingCode;
import dev.sluice.exporter.derive.waste.JobWaste;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.job.JobState;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One page of a cluster's jobs, with sums over all pages. */
public record JobPage(
        String cluster,
        @JsonUnwrapped Listed.DataAge observed,
        long records,
        Map<JobState, Long> byState,
        Map<String, Long> byReason,
        long rows,
        @JsonUnwrapped PageNumber page,
        List<JobInList> jobs)
        implements Listed.Jobs {

    /** The number of a page, and the number of pages. */
    public record PageNumber(long page, long pages) {}

    /**
     * One node with its jobs.
     *
     * @param gpus GPUs that these jobs hold; empty without {@code metrics.jobs.enabled}
     */
    public record NodeWithJobs(@JsonUnwrapped Listed.Jobs jobs, NodeDocument node, List<GpuOfJob> gpus) {}

    /** A GPU, or a part of a GPU, that a job holds. */
    public record GpuOfJob(long index, String type, double share, long jobId) {

        public static GpuOfJob of(HeldGpu gpu) {
            return new GpuOfJob(
                    gpu.unit().index(),
                    GpuCounts.label(gpu.unit().type()),
                    gpu.unit().share(),
                    gpu.job().id());
        }
    }

    /** The jobs of an array, a user or a heterogeneous job. */
    public record JobsFound(
            String cluster,
            @JsonUnwrapped Listed.DataAge observed,
            Optional<String> outdated,
            Map<JobState, Long> byState,
            List<JobDocument> jobs,
            long leftOut) {}

    /** One page of the running jobs with GPUs, with the wasted resources of each job. */
    public record WastePage(
            String cluster,
            @JsonUnwrapped Listed.DataAge observed,
            long records,
            long flagged,
            long gpuSeconds,
            Map<FindingCode, Long> byCode,
            @JsonUnwrapped PageNumber page,
            List<WastefulJob> jobs)
            implements Listed.Waste {

        public static WastePage of(ShownJobs shown, List<JobWaste> all, PageNumber page, int limit) {
            Map<FindingCode, Long> byCode = new EnumMap<>(FindingCode.class);
            all.stream()
                    .flatMap(waste -> waste.findings().stream())
                    .forEach(finding -> byCode.merge(finding.code(), 1L, Amounts::sum));
            return new WastePage(
                    shown.cluster().name(),
                    shown.observed(),
                    all.size(),
                    all.stream().filter(JobWaste::flagged).count(),
                    all.stream().mapToLong(JobWaste::gpuSeconds).reduce(0, Amounts::sum),
                    byCode,
                    page,
                    all.stream()
                            .skip((page.page() - 1) * limit)
                            .limit(limit)
                            .map(waste -> WastefulJob.of(waste, shown))
                            .toList());
        }
    }

    /** A job with its waste. */
    record WastefulJob(
            @JsonUnwrapped JobInList job,
            @JsonUnwrapped JobDocument.RunOfJob run,
            long gpuSeconds,
            List<WasteFinding> findings) {

        static WastefulJob of(JobWaste waste, ShownJobs shown) {
            return new WastefulJob(
                    shown.listed(JobList.Row.of(waste.job())),
                    JobDocument.RunOfJob.of(waste.job(), shown.cluster().now()),
                    waste.gpuSeconds(),
                    waste.findings().stream()
                            .map(finding -> new WasteFinding(finding.code(), WasteWords.sentence(finding)))
                            .toList());
        }
    }

    /** One kind of waste of a job. */
    record WasteFinding(FindingCode code, String sentence) {}

    /** Returns one page of a list. */
    public static JobPage of(ShownJobs shown, JobList list, PageNumber page) {
        return new JobPage(
                shown.cluster().name(),
                shown.observed(),
                list.records(),
                list.tasks(),
                list.reasons(),
                list.rows(),
                page,
                list.page().stream().map(shown::listed).toList());
    }
}
