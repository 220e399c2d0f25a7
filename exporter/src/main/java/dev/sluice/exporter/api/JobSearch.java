package dev.sluice.exporter.api;

import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.JobList;
import dev.sluice.exporter.derive.scaling.JobExplanation;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.reason.ReasonClass;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The filters, sort order and page in the query of a request.
 *
 * @param filters value of each filter in the query, by name
 * @param visibility visibility for the reader
 * @param folded true to show the records of an array with the same state and reason as one row
 */
record JobSearch(Map<String, String> filters, Visibility visibility, Order order, int page, int limit, boolean folded) {

    private static final List<String> FILTERS = List.of(
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

    static final int DEFAULT_LIMIT = 100;
    static final int MAX_LIMIT = 500;

    /**
     * Maximum number of jobs on all pages: the largest queue that fits into the default memory limit. To see other
     * jobs, a client must set filters.
     */
    static final int MAX_DEPTH = 200_000;

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

    /** Reads the query of a request. Fails with {@link ApiRequest.BadQuery} if a value is invalid. */
    static JobSearch of(ApiRequest request) {
        value(request, "state")
                .ifPresent(states -> states(states).forEach(state -> oneOf("state", state, JobState.values())));
        known(request, "reason_class", ReasonClass.values());
        Order order = known(request, "sort", Order.values()).orElse(Order.PRIORITY);
        int limit = number(request, "limit", DEFAULT_LIMIT, MAX_LIMIT);
        Map<String, String> filters = new HashMap<>();
        FILTERS.forEach(name -> value(request, name).ifPresent(value -> filters.put(name, value)));
        String array = filters.getOrDefault("array", "1");
        if (!array.matches("[1-9]\\d{0,17}")) {
            throw new ApiRequest.BadQuery("array is a job id");
        }
        int page = number(request, "page", 1, MAX_DEPTH / limit);
        return new JobSearch(filters, request.visibility(), order, page, limit, request.asksFor("fold"));
    }

    /** Returns true if the query names a user that is hidden from the reader. */
    boolean namesHiddenUser() {
        return Optional.ofNullable(filters.get("user"))
                .filter(user -> !visibility.answersFor(user))
                .isPresent();
    }

    /** Returns one page of the matching jobs of a cluster. */
    JobList in(ClusterView cluster, List<Job> jobs, Instant now) {
        JobList.Page wanted = new JobList.Page(order.comparator(), (page - 1) * limit, limit, folded);
        return JobList.of(jobs, filter(cluster, now), wanted);
    }

    /**
     * Returns a filter for the jobs of a cluster. A job passes if the job matches the query and the reader may see the
     * job.
     */
    Predicate<Job> filter(ClusterView cluster, Instant now) {
        Visibility here = visibility.within(cluster.privateData());
        return Stream.<Stream<Predicate<Job>>>of(
                        where("state", value -> inAny(states(value))),
                        where("partition", value -> job -> job.partitions().contains(value)),
                        where("qos", value -> job -> job.owner().qosNames().contains(value)),
                        where(
                                "account",
                                value -> job -> here.of(job.owner().user())
                                        .account(job.owner().account())
                                        .equals(value)),
                        where(
                                "user",
                                value -> job -> here.names(value, job.owner().user())),
                        where(
                                "reason",
                                value -> job ->
                                        job.waiting() && job.status().reason().equals(value)),
                        where(
                                "reason_class",
                                value -> job -> job.waiting()
                                        && job.status().reasonClass().label().equals(value)),
                        where("node", value -> onAny(Set.of(value))),
                        where("nodeset", value -> ofNodeSet(cluster, value, now)),
                        where("array", value -> ofArray(Long.parseLong(value))),
                        where("gpu_type", value -> withGpus(gpuType(value))))
                .flatMap(Function.identity())
                .reduce(job -> here.showsJobsOf(job.owner().user()), Predicate::and);
    }

    /** Splits a comma-separated list of states, in the format of {@code squeue --states}. */
    static Set<String> states(String value) {
        return Set.copyOf(Arrays.asList(value.split(",", -1)));
    }

    private static Predicate<Job> inAny(Set<String> states) {
        return job -> states.contains(job.status().state().label());
    }

    private static Predicate<Job> ofArray(long array) {
        return job -> job.array().jobId() == array;
    }

    /** Matches jobs with allocated GPUs of a type, and pending jobs that request such GPUs. */
    private static Predicate<Job> withGpus(String type) {
        return job -> (job.pending()
                        ? job.request().gpus()
                        : job.allocation().tres().gpus())
                .byType().keySet().stream()
                        .anyMatch(held -> GpuCounts.label(held).equals(GpuCounts.label(type)));
    }

    /**
     * Returns the internal name of a GPU type in responses. {@code any} (jobs that request no type) and {@code untyped}
     * (GPUs without a type in Slurm) are {@link GpuCounts#UNTYPED}.
     */
    static String gpuType(String name) {
        return name.equals("any") || name.equals(GpuCounts.label(GpuCounts.UNTYPED)) ? GpuCounts.UNTYPED : name;
    }

    private Stream<Predicate<Job>> where(String name, Function<String, Predicate<Job>> filter) {
        return Optional.ofNullable(filters.get(name)).map(filter).stream();
    }

    private static Predicate<Job> onAny(Set<String> nodes) {
        return job -> job.holdsNodes()
                && Hostlist.names(job.allocation().nodes()).stream().anyMatch(nodes::contains);
    }

    /**
     * Matches jobs that run on nodes of a NodeSet, and pending jobs that the demand computation assigns to the NodeSet.
     */
    private static Predicate<Job> ofNodeSet(ClusterView cluster, String name, Instant now) {
        Set<String> nodes = cluster.nodesAt(now).stream()
                .flatMap(present -> present.nodes().stream())
                .filter(NodeSearch.ofNodeSet(name))
                .map(joined -> joined.node().name())
                .collect(Collectors.toSet());
        Set<Long> pending = cluster.demand().demand().stream()
                .flatMap(demand -> demand.jobs().stream())
                .filter(job ->
                        job.pool().map(JobSearch::fullName).filter(name::equals).isPresent())
                .map(JobExplanation::jobId)
                .collect(Collectors.toSet());
        return onAny(nodes).or(job -> job.waiting() && pending.contains(job.id()));
    }

    private static String fullName(PoolName pool) {
        return pool.namespace() + "/" + pool.name();
    }

    static Optional<String> value(ApiRequest request, String name) {
        return request.query().apply(name).filter(value -> !value.isEmpty());
    }

    /** Returns the value that the query names. Fails with {@link ApiRequest.BadQuery} if the name is unknown. */
    static <T extends Enum<T>> Optional<T> known(ApiRequest request, String name, T[] all) {
        return value(request, name).map(value -> oneOf(name, value, all));
    }

    static <T extends Enum<T>> T oneOf(String name, String value, T[] all) {
        return Arrays.stream(all)
                .filter(one -> label(one).equals(value))
                .findFirst()
                .orElseThrow(() -> new ApiRequest.BadQuery(name + " is one of "
                        + Arrays.stream(all).map(JobSearch::label).collect(Collectors.joining(", "))));
    }

    private static String label(Enum<?> one) {
        return one.name().toLowerCase(Locale.ROOT);
    }

    static int number(ApiRequest request, String name, int otherwise, int max) {
        String value = value(request, name).orElse(Integer.toString(otherwise));
        if (!value.matches("[1-9]\\d{0,5}") || Integer.parseInt(value) > max) {
            throw new ApiRequest.BadQuery(name + " is a number from 1 to " + max);
        }
        return Integer.parseInt(value);
    }
}
