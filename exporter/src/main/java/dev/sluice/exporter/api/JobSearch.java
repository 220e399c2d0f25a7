package dev.sluice.exporter.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.exporter.derive.scaling.JobExplanation;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.job.ReasonClass;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Answers requests for lists of jobs: the filters, sort order and page in the query of a request.
 *
 * @param filters value of each filter in the query, by name
 * @param folded true to show the records of an array with the same state and reason as one row
 */
record JobSearch(Map<String, String> filters, Order order, int page, int limit, boolean folded) {

    private static final Set<String> FILTERS =
            Set.of("state partition qos account user reason reason_class node nodeset array gpu_type".split(" ", -1));

    static final Set<String> PARAMETERS = parameters("format", "sort", "limit", "page", "fold");

    private static final int DEFAULT_LIMIT = 100;
    private static final int MAX_LIMIT = 500;

    /**
     * Maximum number of jobs on all pages: the largest queue that fits into the default memory limit. To see other
     * jobs, a client must set filters.
     */
    private static final int MAX_DEPTH = 200_000;

    private static final Comparator<Job> PENDING_FIRST = Comparator.comparing(job -> !job.pending());

    enum Order {
        /** The highest priority first, as for pending jobs in {@code squeue --sort=-p,i}. */
        PRIORITY(PENDING_FIRST.thenComparing(Job::priority, Comparator.reverseOrder())),
        WAIT(PENDING_FIRST.thenComparingLong(
                job -> job.times().eligibleAt() > 0 ? job.times().eligibleAt() : Long.MAX_VALUE)),
        GPUS(Comparator.comparingLong(job -> -job.request().gpus().total())),
        NODES(Comparator.comparingLong(job -> -job.request().nodes())),
        START(Comparator.comparingLong(job -> -job.times().startedAt())),
        /** The newest end first; jobs without an end last. */
        END(Comparator.comparingLong(job -> -job.times().endedAt())),
        ID(Comparator.comparingLong(Job::id));

        @SuppressWarnings("ImmutableEnumChecker") // A function without state.
        private final Comparator<Job> jobs;

        Order(Comparator<Job> jobs) {
            this.jobs = jobs.thenComparingLong(Job::id);
        }
    }

    record PageNumber(long page, long pages) {

        /** Returns the number of a page, and the number of pages with all rows. */
        static PageNumber of(long rows, int page, int limit) {
            return new PageNumber(page, Math.max(1, (rows + limit - 1) / limit));
        }
    }

    /** One page of a cluster's jobs, with sums over all pages. */
    record JobPage(
            long records,
            Map<JobState, Long> byState,
            Map<String, Long> byReason,
            long rows,
            @JsonUnwrapped PageNumber page,
            List<JobInList> jobs) {}

    /** Returns the names of the filters and of further parameters. */
    static Set<String> parameters(String... others) {
        return Stream.of(FILTERS.stream(), Stream.of("cluster"), Stream.of(others))
                .flatMap(Function.identity())
                .collect(Collectors.toUnmodifiableSet());
    }

    static ApiAnswer jobs(ApiRequest request) {
        JobSearch search = of(request);
        return request.answer(search::in, "jobs");
    }

    /** Reads the query of a request. Rejects invalid values and hidden users. */
    static JobSearch of(ApiRequest request) {
        request.value("state")
                .ifPresent(
                        states -> states(states).forEach(state -> ApiRequest.oneOf("state", state, JobState.values())));
        request.known("reason_class", ReasonClass.values());
        Map<String, String> filters = new HashMap<>();
        FILTERS.forEach(name -> request.value(name).ifPresent(value -> filters.put(name, value)));
        if (!filters.getOrDefault("array", "1").matches("[1-9]\\d{0,17}")) {
            throw ApiRequest.Rejected.badQuery("array is a job id");
        }
        Optional.ofNullable(filters.get("user")).ifPresent(request::requireVisible);
        int limit = request.number("limit", DEFAULT_LIMIT, MAX_LIMIT);
        return new JobSearch(
                filters,
                request.known("sort", Order.values()).orElse(Order.PRIORITY),
                request.number("page", 1, MAX_DEPTH / limit),
                limit,
                request.asksFor("fold"));
    }

    ClusterAnswer<JobPage> in(ShownCluster cluster) {
        return ClusterAnswer.ofJobs(cluster, queue -> {
            JobList found = JobList.of(queue.jobs(), filter(cluster), order.jobs, folded);
            int rows = found.rows().size();
            return new JobPage(
                    found.records(),
                    found.byState(),
                    found.byReason(),
                    rows,
                    pageOf(rows),
                    onPage(found.rows())
                            .map(row -> JobInList.of(row, cluster.visibility()))
                            .toList());
        });
    }

    <T> Stream<T> onPage(List<T> rows) {
        return rows.stream().skip((page - 1L) * limit).limit(limit);
    }

    PageNumber pageOf(long rows) {
        return PageNumber.of(Math.min(rows, (long) MAX_DEPTH / limit * limit), page, limit);
    }

    /**
     * Returns a filter for the jobs of a cluster. A job passes if the job matches the query and the reader may see the
     * job.
     */
    Predicate<Job> filter(ShownCluster cluster) {
        return filters.entrySet().stream()
                .map(filter -> filter(filter.getKey(), filter.getValue(), cluster))
                .reduce(cluster::showsJob, Predicate::and);
    }

    /** Returns the filter with this name for its value in the query. */
    private static Predicate<Job> filter(String name, String value, ShownCluster cluster) {
        Visibility here = cluster.visibility();
        return switch (name) {
            case "state" -> {
                Set<String> states = states(value);
                yield job -> states.contains(job.status().state().label());
            }
            case "partition" -> job -> job.partitions().contains(value);
            case "qos" -> job -> job.owner().qosNames().contains(value);
            case "account" ->
                job -> here.of(job.owner().user())
                        .account(job.owner().account())
                        .equals(value);
            case "user" -> job -> here.names(value, job.owner().user());
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
                .filter(NodeAnswers.ofNodeSet(name))
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

    /**
     * The jobs that match a filter, in order, with array tasks by state, and by Slurm's reason while pending, as in
     * squeue.
     *
     * @param records number of job records in all rows
     */
    record JobList(List<Row> rows, long records, Map<JobState, Long> byState, Map<String, Long> byReason) {

        /** @param folded true if the records of one array with the same state and reason are one row */
        static JobList of(List<Job> all, Predicate<Job> filter, Comparator<Job> order, boolean folded) {
            List<Job> found = all.stream().filter(filter).sorted(order).toList();
            return new JobList(
                    folded ? folded(found) : found.stream().map(Row::of).toList(),
                    found.size(),
                    tasks(found.stream(), job -> job.status().state()),
                    tasks(
                            found.stream().filter(Job::waiting),
                            job -> job.status().reason()));
        }

        private static <K> Map<K, Long> tasks(Stream<Job> jobs, Function<Job, K> key) {
            return jobs.collect(Collectors.toMap(key, job -> job.array().tasks(), Amounts::sum, TreeMap::new));
        }

        /** A row has the place of its first record. */
        private static List<Row> folded(List<Job> found) {
            Map<Object, Row> rows = new LinkedHashMap<>();
            found.forEach(
                    job -> rows.merge(job.array().jobId() == 0 ? job.id() : ArrayPart.of(job), Row.of(job), Row::plus));
            return List.copyOf(rows.values());
        }
    }

    /**
     * A job record, or the records of one array with the same state and reason.
     *
     * @param job the record; the first record in order if the row has several records
     * @param tasks number of array tasks of the records
     * @param records number of records in the row
     */
    record Row(Job job, long tasks, long records) {

        /** Returns the row of a single record. */
        static Row of(Job job) {
            return new Row(job, job.array().tasks(), 1);
        }

        private Row plus(Row later) {
            return new Row(job, Amounts.sum(tasks, later.tasks), records + later.records);
        }
    }

    /** The array, state and reason that all records of one row share. */
    private record ArrayPart(long array, JobState state, String reason) {

        static ArrayPart of(Job job) {
            return new ArrayPart(
                    job.array().jobId(),
                    job.status().state(),
                    job.waiting() ? job.status().reason() : "");
        }
    }
}
