package dev.sluice.exporter.api;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.exporter.derive.gpu.Finding;
import dev.sluice.exporter.derive.gpu.WasteFinder;
import dev.sluice.exporter.derive.gpu.WasteFinder.JobWaste;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.publish.Published;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Answers requests for the running jobs with GPUs, with the wasted resources of each job. The jobs with findings come
 * first, and of these the jobs with the most GPU time.
 */
final class WasteAnswers {

    static final Set<String> PARAMETERS = JobSearch.parameters("limit", "page", "flagged");

    private WasteAnswers() {}

    /** One page of the jobs, with sums over all pages. */
    record WastePage(
            long records,
            long flagged,
            long gpuSeconds,
            Map<Finding.Code, Long> byCode,
            @JsonUnwrapped JobSearch.PageNumber page,
            List<WastefulJob> jobs) {}

    record WastefulJob(
            @JsonUnwrapped JobInList job,
            @JsonUnwrapped WhyAnswers.RunOfJob run,
            long gpuSeconds,
            List<Finding> findings) {}

    static ApiAnswer waste(ApiRequest request) {
        JobSearch search = JobSearch.of(request);
        boolean flaggedOnly = request.asksFor("flagged");
        return request.answer(
                cluster -> cluster.queue().isPresent() && cluster.nodes().isEmpty()
                        ? ClusterAnswer.withheld(cluster, SlurmSource.NODES)
                        : ClusterAnswer.ofJobs(cluster, queue -> page(cluster, search, flaggedOnly)),
                "");
    }

    /** The queue and the nodes must be known. */
    private static WastePage page(ShownCluster cluster, JobSearch search, boolean flaggedOnly) {
        Published.Nodes nodes = cluster.nodes().orElseThrow();
        WasteFinder finder =
                new WasteFinder(cluster.jobs(), nodes.nodes(), cluster.constraints(), nodes.beside(), cluster.now());
        List<JobWaste> all = finder.jobs(search.filter(cluster)).stream()
                .filter(waste -> waste.flagged() || !flaggedOnly)
                .toList();
        return new WastePage(
                all.size(),
                all.stream().filter(JobWaste::flagged).count(),
                all.stream().mapToLong(JobWaste::gpuSeconds).reduce(0, Amounts::sum),
                all.stream()
                        .flatMap(waste -> waste.findings().stream())
                        .collect(groupingBy(Finding::code, TreeMap::new, counting())),
                search.pageOf(all.size()),
                search.onPage(all)
                        .map(waste -> new WastefulJob(
                                JobInList.of(JobSearch.Row.of(waste.job()), cluster.visibility()),
                                WhyAnswers.RunOfJob.of(waste.job(), cluster.now()),
                                waste.gpuSeconds(),
                                waste.findings()))
                        .toList());
    }
}
