package dev.sluice.exporter.state;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.sluice.exporter.derive.Capacity.Split;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.usage.JobUsage;
import dev.sluice.exporter.derive.usage.MonthUsage;
import dev.sluice.exporter.derive.usage.NodeUsage;
import dev.sluice.exporter.derive.usage.UsageAmounts;
import dev.sluice.exporter.derive.usage.UsageCounts;
import dev.sluice.exporter.derive.usage.UsageCounts.Owned;
import dev.sluice.exporter.derive.usage.UsageCounts.PartitionGpus;
import dev.sluice.exporter.derive.usage.UsageCounts.Runs;
import dev.sluice.exporter.derive.usage.UsageKey;
import dev.sluice.exporter.derive.usage.UsageStore.UsageState;
import dev.sluice.exporter.model.job.JobState;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** The JSON of a {@link UsageState}. Rows are arrays, because a file can contain 100,000 rows. */
record StoredUsage(String format, String cluster, StoredJobs jobs, StoredNodes nodes) {

    /** Increment the number if the content changes. */
    private static final String FORMAT = "sluice-usage/1";

    /** Clocks of two machines can differ by this time. */
    private static final long MAX_FUTURE_SECONDS = 60;

    private static final JsonMapper JSON = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .build();

    /** Numbers that can be -1: a count has not begun. */
    private static final Set<String> TIMES = Set.of("since", "until", "atMillis");

    record StoredJobs(
            long since,
            long until,
            NameRule accountNames,
            NameRule userNames,
            List<StoredOwner> accounts,
            List<StoredOwner> users,
            List<PartitionRuns> partitions,
            List<StoredMonth> months,
            List<StoredRun> runs) {}

    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    record StoredOwner(
            String name, double cpuSeconds, double memoryByteSeconds, SortedMap<String, Double> gpuSeconds) {}

    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    record PartitionRuns(String partition, String gpuType, double gpuSeconds, Map<String, Double> ended) {}

    record StoredMonth(String month, String from, String until, List<StoredRow> rows) {}

    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    record StoredRow(
            String account,
            String user,
            String partition,
            String gpuType,
            double gpuSeconds,
            double cpuSeconds,
            double memoryByteSeconds,
            long endedJobs,
            Optional<String> nodeSet) {}

    record StoredNodes(long atMillis, List<StoredGpus> last, List<StoredGpus> sums) {}

    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    record StoredGpus(String partition, String gpuType, long allocated, long idle, long unavailable) {}

    static byte[] encode(String cluster, UsageState state) throws IOException {
        JobUsage.State jobs = state.jobs();
        return JSON.writeValueAsBytes(new StoredUsage(
                FORMAT,
                cluster,
                new StoredJobs(
                        jobs.since(),
                        jobs.until(),
                        jobs.accountNames(),
                        jobs.userNames(),
                        owners(jobs.counts().accounts()),
                        owners(jobs.counts().users()),
                        rows(jobs.counts().partitions(), StoredUsage::partition),
                        jobs.months().stream()
                                .map(month -> new StoredMonth(
                                        month.month().toString(),
                                        month.from().toString(),
                                        month.until().toString(),
                                        rows(month.rows(), StoredUsage::row)))
                                .toList(),
                        jobs.runs().stream().map(StoredRun::of).toList()),
                new StoredNodes(
                        state.nodes().at(),
                        rows(state.nodes().last(), StoredUsage::gpus),
                        rows(state.nodes().sums(), StoredUsage::gpus))));
    }

    /**
     * Reads a state.
     *
     * @param cluster cluster whose state is expected
     * @param now current time; a later state is refused, because counting would stop until the later time
     * @throws IOException if the bytes are not a state of this cluster
     */
    static UsageState decode(byte[] bytes, String cluster, Instant now) throws IOException {
        StoredUsage stored = read(bytes);
        if (!stored.cluster.equals(cluster)) {
            throw new IOException("the file is about the cluster " + stored.cluster + ", expected " + cluster);
        }
        try {
            UsageState state = stored.state();
            Instant newest = newest(state);
            if (newest.isAfter(now.plusSeconds(MAX_FUTURE_SECONDS))) {
                throw new IOException("the file is from " + newest + ", which is later than the current time " + now
                        + "; check the clock");
            }
            return state;
        } catch (DateTimeException e) {
            throw new IOException("the file has a time that does not exist: " + e.getMessage(), e);
        }
    }

    private static StoredUsage read(byte[] bytes) throws IOException {
        try {
            JsonNode root = JSON.readTree(bytes);
            String format = root.path("format").asText();
            if (!format.equals(FORMAT)) {
                throw new IOException("the format is " + format + ", expected " + FORMAT);
            }
            checkNumbers("", root);
            return JSON.treeToValue(root, StoredUsage.class);
        } catch (JsonProcessingException e) {
            throw new IOException("the file is malformed: " + e.getOriginalMessage(), e);
        }
    }

    /** Refuses negative and infinite numbers. */
    private static void checkNumbers(String field, JsonNode node) throws IOException {
        if (node.isNumber()
                && !(node.doubleValue() >= (TIMES.contains(field) ? -1 : 0) && node.doubleValue() < 1e300)) {
            throw new IOException("the number " + node + " is out of range");
        }
        for (JsonNode element : node.isArray() ? node : List.<JsonNode>of()) {
            checkNumbers(field, element);
        }
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            checkNumbers(member.getKey(), member.getValue());
        }
    }

    private static Instant newest(UsageState state) {
        Stream<Instant> months = state.jobs().months().stream()
                .map(month ->
                        month.month().atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant());
        Stream<Instant> others = Stream.of(
                Instant.ofEpochSecond(state.jobs().until()),
                Instant.ofEpochMilli(state.nodes().at()));
        return Stream.concat(months, others).max(Comparator.naturalOrder()).orElseThrow();
    }

    private UsageState state() {
        return new UsageState(
                new JobUsage.State(
                        jobs.since,
                        jobs.until,
                        jobs.accountNames,
                        jobs.userNames,
                        new UsageCounts(
                                owned(jobs.accounts),
                                owned(jobs.users),
                                map(jobs.partitions, StoredUsage::entry),
                                0,
                                0),
                        jobs.months.stream()
                                .map(month -> new MonthUsage(
                                        YearMonth.parse(month.month),
                                        Instant.parse(month.from),
                                        Instant.parse(month.until),
                                        map(month.rows, StoredUsage::entry)))
                                .toList(),
                        jobs.runs.stream().map(StoredRun::counted).toList()),
                new NodeUsage.State(
                        nodes.atMillis, map(nodes.last, StoredUsage::entry), map(nodes.sums, StoredUsage::entry)));
    }

    private static <K, V, R> List<R> rows(Map<K, V> map, BiFunction<K, V, R> row) {
        return map.entrySet().stream()
                .map(entry -> row.apply(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static <R, K extends Comparable<K>, V> SortedMap<K, V> map(
            List<R> rows, Function<R, Map.Entry<K, V>> entry) {
        SortedMap<K, V> map = new TreeMap<>();
        rows.stream().map(entry).forEach(one -> map.put(one.getKey(), one.getValue()));
        return map;
    }

    private static List<StoredOwner> owners(Map<String, Owned> owners) {
        return rows(
                owners,
                (name, owned) ->
                        new StoredOwner(name, owned.cpuSeconds(), owned.memoryByteSeconds(), owned.gpuSeconds()));
    }

    private static SortedMap<String, Owned> owned(List<StoredOwner> owners) {
        return map(
                owners,
                owner -> Map.entry(owner.name, new Owned(owner.gpuSeconds, owner.cpuSeconds, owner.memoryByteSeconds)));
    }

    private static PartitionRuns partition(PartitionGpus key, Runs runs) {
        Map<String, Double> ended = new TreeMap<>();
        runs.ended().forEach((state, seconds) -> ended.put(state.name(), seconds));
        return new PartitionRuns(key.partition(), key.gpuType(), runs.gpuSeconds(), ended);
    }

    private static Map.Entry<PartitionGpus, Runs> entry(PartitionRuns row) {
        Map<JobState, Double> ended = new EnumMap<>(JobState.class);
        UsageCounts.END_STATES.forEach(state -> ended.put(state, row.ended.getOrDefault(state.name(), 0.0)));
        return Map.entry(new PartitionGpus(row.partition, row.gpuType), new Runs(row.gpuSeconds, ended));
    }

    private static StoredRow row(UsageKey key, UsageAmounts amounts) {
        return new StoredRow(
                key.account(),
                key.user(),
                key.partition(),
                key.gpuType(),
                amounts.gpuSeconds(),
                amounts.cpuSeconds(),
                amounts.memoryByteSeconds(),
                amounts.endedJobs(),
                Optional.of(key.nodeSet()));
    }

    private static Map.Entry<UsageKey, UsageAmounts> entry(StoredRow row) {
        return Map.entry(
                new UsageKey(row.account, row.user, row.partition, row.nodeSet.orElse(""), row.gpuType),
                new UsageAmounts(row.gpuSeconds, row.cpuSeconds, row.memoryByteSeconds, row.endedJobs));
    }

    private static StoredGpus gpus(PartitionGpus key, Split split) {
        return new StoredGpus(key.partition(), key.gpuType(), split.allocated(), split.idle(), split.unavailable());
    }

    private static Map.Entry<PartitionGpus, Split> entry(StoredGpus row) {
        return Map.entry(
                new PartitionGpus(row.partition, row.gpuType), new Split(row.allocated, row.idle, row.unavailable));
    }
}
