package dev.sluice.exporter.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.exporter.api.view.ShownCluster;
import dev.sluice.exporter.derive.JobList;
import dev.sluice.exporter.derive.waste.Finding;
import dev.sluice.exporter.derive.waste.FindingCode;
import dev.sluice.exporter.derive.waste.JobWaste;
import dev.sluice.exporter.derive.waste.WasteFinder;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.SlurmSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Answers requests for the running jobs with GPUs, with the wasted resources of each job. The jobs with findings come
 * first, and of these the jobs with the most GPU time.
 */
final class WasteAnswers {

    /** The parameters of the query. */
    static final Set<String> PARAMETERS = JobSearch.parameters("limit", "page", "flagged");

    private static final double GIB = 1L << 30;
    private static final long SECONDS_PER_MINUTE = 60;
    private static final long MINUTES_PER_HOUR = 60;

    private WasteAnswers() {}

    /** One page of the jobs, with sums over all pages. */
    record WastePage(
            long records,
            long flagged,
            long gpuSeconds,
            Map<FindingCode, Long> byCode,
            @JsonUnwrapped JobSearch.PageNumber page,
            List<WastefulJob> jobs) {}

    /** A job with its waste. */
    record WastefulJob(
            @JsonUnwrapped JobInList job,
            @JsonUnwrapped WhyAnswers.RunOfJob run,
            long gpuSeconds,
            List<WasteFinding> findings) {}

    /** One kind of waste of a job. */
    record WasteFinding(FindingCode code, String sentence) {}

    static ApiAnswer waste(ApiRequest request) {
        JobSearch search = JobSearch.of(request);
        boolean flaggedOnly = request.asksFor("flagged");
        return request.answer(cluster -> cluster.nodes()
                .map(nodes -> ClusterAnswer.ofJobs(cluster, queue -> {
                    WasteFinder finder = new WasteFinder(
                            queue.jobs(), nodes.nodes(), cluster.constraints(), nodes.beside(), cluster.now());
                    return page(
                            cluster,
                            search,
                            finder.jobs(search.filter(cluster)).stream()
                                    .filter(waste -> waste.flagged() || !flaggedOnly)
                                    .toList());
                }))
                .orElseGet(() -> ClusterAnswer.withheld(cluster, SlurmSource.NODES)));
    }

    private static WastePage page(ShownCluster cluster, JobSearch search, List<JobWaste> all) {
        Map<FindingCode, Long> byCode = new EnumMap<>(FindingCode.class);
        all.stream()
                .flatMap(waste -> waste.findings().stream())
                .forEach(finding -> byCode.merge(finding.code(), 1L, Amounts::sum));
        return new WastePage(
                all.size(),
                all.stream().filter(JobWaste::flagged).count(),
                all.stream().mapToLong(JobWaste::gpuSeconds).reduce(0, Amounts::sum),
                byCode,
                search.pageOf(all.size()),
                all.stream()
                        .skip((search.page() - 1L) * search.limit())
                        .limit(search.limit())
                        .map(waste -> new WastefulJob(
                                JobInList.of(JobList.Row.of(waste.job()), cluster.visibility()),
                                WhyAnswers.RunOfJob.of(waste.job(), cluster.now()),
                                waste.gpuSeconds(),
                                waste.findings().stream()
                                        .map(finding -> new WasteFinding(finding.code(), sentence(finding)))
                                        .toList()))
                        .toList());
    }

    private static String sentence(Finding finding) {
        return "The job " + predicate(finding) + ".";
    }

    private static String predicate(Finding finding) {
        if (finding instanceof Finding.Share share) {
            return predicate(share);
        }
        if (finding instanceof Finding.Spread spread) {
            return "holds " + count(spread.gpus(), "GPU") + " on " + spread.nodes() + " nodes, but " + spread.needed()
                    + (spread.needed() == 1 ? " of these nodes is enough" : " of these nodes are enough");
        }
        if (finding instanceof Finding.WholeNode whole) {
            return "shares its " + nodes(whole.nodes()) + " with no other job, but requested " + whole.requested()
                    + " of " + count(whole.nodeGpus(), "GPU");
        }
        if (finding instanceof Finding.Stranded stranded) {
            return "holds " + count(stranded.cpus(), "CPU") + " and " + gibibytes(stranded.memoryBytes())
                    + " without a GPU, so that no job can use " + count(stranded.gpus(), "idle GPU") + " of its node";
        }
        Finding.TimeLimit limit = (Finding.TimeLimit) finding;
        return "has a time limit of " + span(limit.limitSeconds()) + ", but " + limit.similarJobs()
                + " completed jobs of the same user, partition, time limit and GPUs ran for at most "
                + span(limit.longestSeconds());
    }

    private static String predicate(Finding.Share share) {
        boolean cpus = share.code() == FindingCode.CPU_SHARE;
        String held = cpus
                ? share.held() + " of " + count(share.all(), "CPU")
                : gibibytes(share.held()) + " of " + gibibytes(share.all()) + " memory";
        return "holds " + held + " of its " + nodes(share.nodes()) + " for " + share.gpus() + " of "
                + count(share.nodeGpus(), "GPU");
    }

    private static String nodes(long nodes) {
        return nodes == 1 ? "node" : nodes + " nodes";
    }

    private static String count(long amount, String noun) {
        return amount + " " + noun + (amount == 1 ? "" : "s");
    }

    private static String gibibytes(long bytes) {
        String number = String.format(Locale.ROOT, "%.1f", bytes / GIB);
        return (number.endsWith(".0") ? number.substring(0, number.length() - 2) : number) + " GiB";
    }

    /** Rounds up to minutes, so that a sentence with "at most" is true. */
    private static String span(long seconds) {
        long minutes = (seconds + SECONDS_PER_MINUTE - 1) / SECONDS_PER_MINUTE;
        if (minutes < MINUTES_PER_HOUR) {
            return minutes + " min";
        }
        long rest = minutes % MINUTES_PER_HOUR;
        return minutes / MINUTES_PER_HOUR + " h" + (rest == 0 ? "" : " " + rest + " min");
    }
}
