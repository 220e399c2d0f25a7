package dev.sluice.exporter.metrics;

import dev.sluice.exporter.derive.usage.PriceList.HourPrice;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.Validity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * The metrics of Sluice itself.
 *
 * @param sources state of every source of every cluster
 * @param tokens validity of each cluster's token, for tokens that contain a validity
 * @param series number of served series by cluster
 * @param usage time since the usage was stored, by cluster; empty if the usage is not kept
 * @param process state of the process
 */
public record SelfMetrics(
        Instant now,
        List<SourceStatus> sources,
        Map<String, Validity> tokens,
        Map<String, Integer> series,
        List<Map.Entry<String, Duration>> usage,
        ProcessState process) {

    private static final String CLUSTER = "cluster, of Sluice itself";

    private static final ClosedLabels<FailureKind> KIND = ClosedLabels.of("kind", FailureKind.values());

    private static final Scope<SelfMetrics, SelfMetrics> ALL = Scope.of("process");
    private static final Scope<SelfMetrics, ProcessState> PROCESS = ALL.map(SelfMetrics::process);
    private static final Scope<SelfMetrics, Map.Entry<String, Validity>> TOKEN = ALL.each(
                    CLUSTER, (SelfMetrics metrics) -> metrics.tokens.entrySet())
            .by("cluster", Map.Entry::getKey);
    private static final Scope<SelfMetrics, SourceStatus> SOURCE = source(SelfMetrics::present);

    public static final Section<SelfMetrics> SECTION = Section.of(
            "Sluice itself",
            "sluice",
            "Computed at every scrape.",
            SOURCE.gauge("sluice_source_up")
                    .help(
                            "1 if the last poll of the source succeeded and its data is younger than its maximum age, else 0.")
                    .value((metrics, source) -> isUp(source, metrics.now) ? 1 : 0),
            source(metrics -> metrics.sources)
                    .gauge("sluice_source_absent")
                    .help(
                            "1 if the source is not available in the cluster or not permitted, else 0; the source then has no other metric.")
                    .value(source -> source.absent().isPresent() ? 1 : 0),
            SOURCE.seconds("sluice_source_age_seconds")
                    .help("Age of the source's data; absent before the first successful poll.")
                    .reported((metrics, source) ->
                            source.age(metrics.now).stream().mapToDouble(SelfMetrics::seconds)),
            SOURCE.seconds("sluice_source_max_age_seconds")
                    .help("Maximum age of the source's data.")
                    .value(source -> seconds(source.pace().maxAge())),
            SOURCE.seconds("sluice_source_poll_seconds")
                    .help("Duration of the last poll.")
                    .value(source -> seconds(source.lastDuration())),
            SOURCE.seconds("sluice_source_interval_seconds")
                    .help("Current time between two polls: longer than configured if the source is slow or fails.")
                    .value(source -> seconds(source.pace().interval())),
            SOURCE.seconds("sluice_source_configured_interval_seconds")
                    .help("Configured time between two polls.")
                    .value(source -> seconds(source.pace().configured())),
            SOURCE.bytes("sluice_source_response_bytes")
                    .help("Size of the last response.")
                    .value(source -> source.answer().bytes()),
            SOURCE.gauge("sluice_source_unreadable_records")
                    .help(
                            "Rejected records of the last response: without name or state, with a value of the wrong type, with more "
                                    + "than 64 GPU types, or duplicates.")
                    .value(source -> source.answer().unreadable()),
            SOURCE.gauge("sluice_source_problem")
                    .help(
                            "1 if the source reports an error in addition to its data, else 0; /api/v1/status shows the error.")
                    .value(source -> source.answer().problem().isPresent() ? 1 : 0),
            // The counters of all failure kinds start at 0. If a counter appeared only at its first failure, rate()
            // would not show this failure.
            SOURCE.counter("sluice_source_failures_total")
                    .help("Failed polls, by kind of failure.")
                    .by(KIND)
                    .value((source, kind) -> source.failures().getOrDefault(kind, 0L)),
            SOURCE.eachPart(
                            "API version in use",
                            source -> source.answer().apiVersion().isEmpty() ? List.of() : List.of(source))
                    .by("api_version", source -> source.answer().apiVersion())
                    .by("release", source -> source.answer().release())
                    .info("sluice_source_info")
                    .help("API version in use, or squeue for jobs from that command, and Slurm release.")
                    .value(unused -> 1),
            TOKEN.seconds("sluice_token_expiry_timestamp_seconds")
                    .help(
                            "Expiry of the token in use, seconds since the epoch; absent if the token does not contain it.")
                    .optional(
                            token -> DoubleStream.of(token.getValue().expires().getEpochSecond())),
            TOKEN.seconds("sluice_token_lifetime_seconds")
                    .help("Lifetime of the token in use, from issue to expiry.")
                    .optional(token -> token.getValue().lifetime().stream().mapToDouble(Duration::toSeconds)),
            ALL.each(CLUSTER, metrics -> metrics.series.entrySet())
                    .by("cluster", Map.Entry::getKey)
                    .gauge("sluice_series")
                    .help("Exported series of the cluster, without Sluice's own.")
                    .value(Map.Entry::getValue),
            ALL.each("cluster with stored usage", metrics -> metrics.usage)
                    .by("cluster", Map.Entry::getKey)
                    .seconds("sluice_usage_unsaved_seconds")
                    .help("Time since the usage was last stored: more than a minute if the file cannot be written.")
                    .value(usage -> seconds(usage.getValue())),
            PROCESS.by("version", ProcessState::version)
                    .by("java", ProcessState::java)
                    .info("sluice_build_info")
                    .help("Versions of Sluice and Java.")
                    .value(unused -> 1),
            PROCESS.secondsCounter("process_cpu_seconds_total")
                    .help("CPU time of the process.")
                    .value(process -> seconds(process.cpu())),
            PROCESS.bytes("process_resident_memory_bytes")
                    .help("Resident memory of the process.")
                    .reported(process -> process.residentBytes().stream().mapToDouble(Long::doubleValue)),
            PROCESS.bytes("process_heap_used_bytes")
                    .help("Java heap in use, including garbage.")
                    .value(ProcessState::heapUsedBytes),
            PROCESS.bytes("process_heap_max_bytes")
                    .help("Maximum size of the Java heap.")
                    .value(ProcessState::heapMaxBytes),
            PROCESS.seconds("process_start_time_seconds")
                    .help("Start time of the process, seconds since the epoch.")
                    .value(process -> process.startedAt().toEpochMilli() / 1000.0),
            PROCESS.counter("sluice_uncaught_errors_total")
                    .help("Unhandled errors in the exporter: defects, with a stack trace in the log.")
                    .value(ProcessState::uncaughtErrors));

    /**
     * The state of the process.
     *
     * @param residentBytes resident memory in bytes; empty if the system does not report the resident memory
     */
    public record ProcessState(
            String version,
            String java,
            Duration cpu,
            Optional<Long> residentBytes,
            long heapUsedBytes,
            long heapMaxBytes,
            Instant startedAt,
            long uncaughtErrors) {}

    /** A source with outdated data is not up. The current poll may still be running. */
    private static boolean isUp(SourceStatus source, Instant now) {
        return source.failure().isEmpty() && source.observedAt().isPresent() && !source.stale(now);
    }

    private static Scope<SelfMetrics, SourceStatus> source(Function<SelfMetrics, List<SourceStatus>> which) {
        return ALL.each("source, if available", which)
                .by("cluster", SourceStatus::cluster)
                .by("source", SourceStatus::source);
    }

    /** Omits sources that are not available. Such sources are neither up nor down, and have no age. */
    private List<SourceStatus> present() {
        return sources.stream().filter(source -> source.absent().isEmpty()).toList();
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    /**
     * The metrics of refused requests and server certificates.
     *
     * @param servers Sluice's servers with TLS or authentication
     */
    public record Access(List<Server> servers) {

        private static final Scope<Access, Server> SERVER = Scope.<Access>of("process")
                .each("server with `tls`, `auth` or `proxy`", Access::servers)
                .by("server", Server::name);

        public static final Section<Access> SECTION = Section.of(
                "Access",
                "sluice",
                "Only with `tls`, `auth` or `proxy` in the section `prometheus` or `api`; `server` is the section.",
                SERVER.eachPart("cause", server -> new TreeMap<>(server.refused).entrySet())
                        .by("cause", Map.Entry::getKey)
                        .counter("sluice_http_refused_requests_total")
                        .help("Refused requests, by server and cause.")
                        .value(Map.Entry::getValue),
                SERVER.seconds("sluice_certificate_expiry_timestamp_seconds")
                        .help("Expiry of the server's certificate, seconds since the epoch.")
                        .optional(server -> server.certificate.stream()
                                .mapToDouble(shown -> shown.expires().getEpochSecond())),
                SERVER.seconds("sluice_certificate_lifetime_seconds")
                        .help("Total validity of the server's certificate.")
                        .optional(server -> server.certificate.flatMap(Validity::lifetime).stream()
                                .mapToDouble(Duration::toSeconds)),
                SERVER.counter("sluice_access_file_failures_total")
                        .help("Changes of certificate, token or password files that could not be loaded, so that the "
                                + "previous content stays in use.")
                        .value(Server::fileFailures));

        /**
         * One server.
         *
         * @param name name of the server's section in the configuration
         * @param refused number of refused requests by cause, including causes with 0 refused requests
         * @param certificate validity of the server's certificate; empty if the server has no certificate
         * @param fileFailures number of changed files that could not be loaded
         */
        public record Server(
                String name, Map<String, Long> refused, Optional<Validity> certificate, long fileFailures) {}
    }

    /**
     * Metrics about the reading of jobs: the source of the job counts, and the cost of the job list.
     *
     * @param counts source and age of the numbers of jobs by state; empty while the numbers are withdrawn
     * @param list predicted cost of the next job list; empty until the cost is known
     */
    public record JobRead(String cluster, List<Counts> counts, List<PredictedList> list) {

        private static final Scope<JobRead, JobRead> CLUSTER = Scope.cluster(JobRead::cluster);

        private static final Scope<JobRead, PredictedList> LIST = CLUSTER.eachPart("predicted list", JobRead::list);

        public static final Section<JobRead> SECTION = Section.of(
                "How jobs are read",
                "sluice",
                "Computed at every scrape.",
                CLUSTER.eachPart("source of the counts", JobRead::counts)
                        .by("source", Counts::source)
                        .seconds("sluice_job_counts_age_seconds")
                        .help(
                                "Age of the job counts by state; source is jobs (job list) or counts (slurmctld's own metrics).")
                        .value(counts -> counts.age().toNanos() / 1e9),
                LIST.bytes("sluice_job_list_predicted_memory_bytes")
                        .help(
                                "Predicted memory use of slurmrestd for the next job list; absent until the number of jobs is known.")
                        .optional(list -> DoubleStream.of(list.memoryBytes())),
                LIST.seconds("sluice_job_list_predicted_seconds")
                        .help("Predicted duration of the next read of the job list; absent before the first read.")
                        .optional(list -> list.took().stream().mapToDouble(took -> took.toNanos() / 1e9)),
                LIST.gauge("sluice_job_list_over_budget")
                        .help(
                                "1 if the exporter skipped the last read of the job list because its cost would exceed poll.budget, else 0.")
                        .optional(list -> DoubleStream.of(list.overBudget() ? 1 : 0)));

        /** The source of the numbers of jobs by state. */
        public record Counts(String source, Duration age) {}

        /**
         * The predicted cost of the next job list.
         *
         * @param memoryBytes memory that slurmrestd will need, in bytes
         * @param took time until the last response; empty before the first response
         * @param overBudget true if the last request was skipped because of its cost
         */
        public record PredictedList(long memoryBytes, Optional<Duration> took, boolean overBudget) {}
    }

    /**
     * The configured prices.
     *
     * @param currency code of the currency
     */
    public record Prices(List<String> clusters, String currency, List<HourPrice> prices) {

        public static final Section<Prices> SECTION = Section.of(
                "Prices",
                "sluice",
                "Only with `prices`. `partition` and `nodeset` are empty for a price of all partitions or nodes.",
                price(false)
                        .gauge("sluice_gpu_hour_price")
                        .help("Current price of a GPU-hour.")
                        .value(price -> price.price.price().doubleValue()),
                price(true)
                        .gauge("sluice_cpu_hour_price")
                        .help("Current price of a CPU-hour of jobs without GPUs.")
                        .value(price -> price.price.price().doubleValue()));

        private record Price(String cluster, String currency, HourPrice price) {}

        private static Scope<Prices, Price> price(boolean ofCpu) {
            Scope<Prices, Price> price = Scope.<Prices>of("process")
                    .each(
                            (ofCpu ? "CPU" : "GPU") + " price, in each cluster",
                            (Prices metrics) -> metrics.prices(ofCpu))
                    .by("cluster", Price::cluster);
            return (ofCpu ? price : price.by("gpu_type", one -> one.price.gpuType()))
                    .by("partition", one -> one.price.partition())
                    .by("nodeset", one -> one.price.nodeSet())
                    .by("currency", Price::currency)
                    .by("kind", one -> one.price.kind());
        }

        private List<Price> prices(boolean ofCpu) {
            return clusters.stream()
                    .flatMap(cluster -> prices.stream()
                            .filter(price -> price.ofCpu() == ofCpu)
                            .map(price -> new Price(cluster, currency, price)))
                    .toList();
        }
    }
}
