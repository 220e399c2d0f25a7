package dev.sluice.exporter.api;

import dev.sluice.exporter.api.document.JobPage;
import dev.sluice.exporter.api.view.ShownCluster;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.JobList;
import dev.sluice.exporter.derive.scaling.JobExplanation;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.reason.ReasonClass;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The filters, sort order and page in the query of a request.
 *
 * @param filters value of each filter in the query, by name
 * @param folded true to show the records of an array with the same state and reason as one row
 */
record JobSearch(Map<String, String> filters, Order order, int page, int limit, boolean folded) {

    private static final Set<String> FILTERS = Set.of(
            "state",
            "partition",
            "qos",
            "account",
            "user",
            "reason",
            "reason_class",
            "node",
            "nodeset",
            "array",
            "gpu_type");

    /** The parameters of the query. */
    static final Set<String> PARAMETERS = Stream.concat(
                    FILTERS.stream(), Stream.of("cluster", "format", "sort", "limit", "page", "fold"))
            .collect(Collectors.toUnmodifiableSet());

    private static final int DEFAULT_LIMIT = 100;
    private static final int MAX_LIMIT = 500;

    /**
     * Maximum number of jobs on all pages: the largest queue that fits into the default memory limit. To see other
     * jobs, a client must set filters.
     */
    private static final int MAX_DEPTH = 200_000;

    /** The sort orders of a job list. */
    enum Order {
        /** The highest priority first, as for pending jobs in {@code squeue --sort=-p,i}. */
        PRIORITY,
        /** The longest wait first. */
        WAIT,
        /** The most GPUs first. */
        GPUS,
        /** The most nodes first. */
        NODES,
        /** The newest start first. */
        START,
        /** The newest end first; jobs without an end last. */
        END,
        ID;

        Comparator<Job> comparator() {
            Comparator<Job> pendingFirst = Comparator.comparing(job -> !job.pending());
            Comparator<Job> order = switch (this) {
                case PRIORITY -> pendingFirst.thenComparing(Job::priority, Comparator.reverseOrder());
                case WAIT ->
                    pendingFirst.thenComparingLong(
                            job -> job.times().eligibleAt() > 0 ? job.times().eligibleAt() : Long.MAX_VALUE);
                case GPUS ->
                    Comparator.comparingLong((Job job) -> -job.request().gpus().total());
                case NODES ->
                    Comparator.comparingLong((Job job) -> -job.request().nodes());
                case START -> Comparator.comparingLong((Job job) -> -job.times().startedAt());
                case END -> Comparator.comparingLong((Job job) -> -job.times().endedAt());
                case ID -> Comparator.comparingLong(Job::id);
            };
            return order.thenComparingLong(Job::id);
        }
    }

    /** Reads the query of a request. Rejects invalid values and hidden users. */
    static JobSearch of(ApiRequest request) {
        request.value("state")
                .ifPresent(
                        states -> states(states).forEach(state -> ApiRequest.oneOf("state", state, JobState.values())));
        request.known("reason_class", ReasonClass.values());
        Order order = request.known("sort", Order.values()).orElse(Order.PRIORITY);
        int limit = request.number("limit", DEFAULT_LIMIT, MAX_LIMIT);
        Map<String, String> filters = new HashMap<>();
        FILTERS.forEach(name -> request.value(name).ifPresent(value -> filters.put(name, value)));
        if (!filters.getOrDefault("array", "1").matches("[1-9]\\d{0,17}")) {
            throw ApiRequest.Rejected.badQuery("array is a job id");
        }
        int page = request.number("page", 1, MAX_DEPTH / limit);
        boolean folded = request.asksFor("fold");
        Optional.ofNullable(filters.get("user")).ifPresent(request::requireVisible);
        return new JobSearch(filters, order, page, limit, folded);
    }

    /** Returns one page of the matching jobs of a cluster. */
    JobList in(ShownCluster cluster) {
        JobList.Page wanted = new JobList.Page(order.comparator(), (page - 1) * limit, limit, folded);
        return JobList.of(cluster.jobs(), filter(cluster), wanted);
    }

    /** Returns the number of this page, and the number of pages with all rows. */
    JobPage.PageNumber pageOf(long rows) {
        long pages = (rows + limit - 1) / limit;
        return new JobPage.PageNumber(page, Math.max(1, Math.min(pages, MAX_DEPTH / limit)));
    }

    /**
     * Returns a filter for the jobs of a cluster. A job passes if the job matches the query and the reader may see the
     * job.
     */
    Predicate<Job> filter(ShownCluster cluster) {
        return filters.entrySet().stream()
                .map(filter -> filter(cluster, filter.getKey(), filter.getValue()))
                .reduce(cluster::showsJob, Predicate::and);
    }

    private static Predicate<Job> filter(ShownCluster cluster, String name, String value) {
        Visibility visibility = cluster.visibility();
        return switch (name) {
            case "state" -> inAny(states(value));
            case "partition" -> job -> job.partitions().contains(value);
            case "qos" -> job -> job.owner().qosNames().contains(value);
            case "account" ->
                job -> visibility
                        .of(job.owner().user())
                        .account(job.owner().account())
                        .equals(value);
            case "user" -> job -> visibility.names(value, job.owner().user());
            case "reason" -> job -> job.waiting() && job.status().reason().equals(value);
            case "reason_class" ->
                job -> job.waiting() && job.status().reasonClass().label().equals(value);
            case "node" -> onAny(Set.of(value));
            case "nodeset" -> ofNodeSet(cluster, value);
            case "array" -> job -> job.array().jobId() == Long.parseLong(value);
            case "gpu_type" -> withGpus(GpuCounts.label(gpuType(value)));
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** Splits a comma-separated list of states, in the format of {@code squeue --states}. */
    static Set<String> states(String value) {
        return Set.copyOf(Arrays.asList(value.split(",", -1)));
    }

    private static Predicate<Job> inAny(Set<String> states) {
        return job -> states.contains(job.status().state().label());
    }

    /** Matches jobs with allocated GPUs of a type, and pending jobs that request such GPUs. */
    private static Predicate<Job> withGpus(String type) {
        return job -> (job.pending()
                        ? job.request().gpus()
                        : job.allocation().tres().gpus())
                .byType().keySet().stream()
                        .anyMatch(held -> GpuCounts.label(held).equals(type));
    }

    /**
     * Returns the internal name of a GPU type in responses. {@code any} (jobs that request no type) and {@code untyped}
     * (GPUs without a type in Slurm) are {@link GpuCounts#UNTYPED}.
     */
    static String gpuType(String name) {
        return name.equals("any") || name.equals(GpuCounts.label(GpuCounts.UNTYPED)) ? GpuCounts.UNTYPED : name;
    }

    private static Predicate<Job> onAny(Set<String> nodes) {
        return job -> job.holdsNodes()
                && Hostlist.names(job.allocation().nodes()).stream().anyMatch(nodes::contains);
    }

    /**
     * Matches jobs that run on nodes of a NodeSet, and pending jobs that the demand computation assigns to the NodeSet.
     */
    private static Predicate<Job> ofNodeSet(ShownCluster cluster, String name) {
        Set<String> nodes = cluster.nodes().stream()
                .flatMap(present -> present.nodes().stream())
                .filter(NodeSearch.ofNodeSet(name))
                .map(joined -> joined.node().name())
                .collect(Collectors.toSet());
        Set<Long> pending = cluster.signal().demand().stream()
                .flatMap(demand -> demand.jobs().stream())
                .filter(job ->
                        job.pool().filter(pool -> pool.path().equals(name)).isPresent())
                .map(JobExplanation::jobId)
                .collect(Collectors.toSet());
        return onAny(nodes).or(job -> job.waiting() && pending.contains(job.id()));
    }
}
