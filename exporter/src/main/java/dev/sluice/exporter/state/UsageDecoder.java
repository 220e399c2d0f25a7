package dev.sluice.exporter.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.exporter.derive.Capacity.Split;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.usage.CountedRun;
import dev.sluice.exporter.derive.usage.JobUsage;
import dev.sluice.exporter.derive.usage.MonthUsage;
import dev.sluice.exporter.derive.usage.NodeUsage;
import dev.sluice.exporter.derive.usage.PartitionGpus;
import dev.sluice.exporter.derive.usage.UsageAmounts;
import dev.sluice.exporter.derive.usage.UsageCounts;
import dev.sluice.exporter.derive.usage.UsageCounts.Owned;
import dev.sluice.exporter.derive.usage.UsageCounts.Runs;
import dev.sluice.exporter.derive.usage.UsageKey;
import dev.sluice.exporter.derive.usage.UsageState;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.job.JobState;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads the JSON of {@link UsageEncoder}. */
final class UsageDecoder {

    private static final long NEVER = -1;

    /** Clocks of two machines can differ by this time. */
    private static final long MAX_FUTURE_SECONDS = 60;

    private UsageDecoder() {}

    /**
     * Reads a state.
     *
     * @param cluster cluster whose state is expected
     * @param now current time; a later state is refused, because counting would stop until the later time
     * @throws IOException if the bytes are not a state of this cluster
     */
    static UsageState decode(byte[] bytes, String cluster, Instant now) throws IOException {
        StoredJson root = root(bytes);
        String format = root.at("format").text();
        if (!format.equals(UsageEncoder.FORMAT)) {
            throw new IOException("the format is " + format + ", expected " + UsageEncoder.FORMAT);
        }
        String owner = root.at("cluster").text();
        if (!owner.equals(cluster)) {
            throw new IOException("the file is about the cluster " + owner + ", expected " + cluster);
        }
        UsageState state = new UsageState(jobs(root.at("jobs")), nodes(root.at("nodes")));
        Instant newest = newest(state);
        if (newest.isAfter(now.plusSeconds(MAX_FUTURE_SECONDS))) {
            throw new IOException("the file is from " + newest + ", which is later than the current time " + now
                    + "; check the clock");
        }
        return state;
    }

    private static Instant newest(UsageState state) throws IOException {
        try {
            Instant ofNodes = Instant.ofEpochMilli(state.nodes().at());
            return Stream.concat(
                            Stream.of(
                                    ofNodes, Instant.ofEpochSecond(state.jobs().until())),
                            state.jobs().months().stream()
                                    .map(month -> month.month()
                                            .atDay(1)
                                            .atStartOfDay(ZoneOffset.UTC)
                                            .toInstant()))
                    .max(Comparator.naturalOrder())
                    .orElse(ofNodes);
        } catch (DateTimeException e) {
            throw new IOException("the file has a time that does not exist: " + e.getMessage());
        }
    }

    private static StoredJson root(byte[] bytes) throws IOException {
        try {
            return new StoredJson(new JsonMapper().readTree(bytes), "$");
        } catch (JsonProcessingException e) {
            throw new IOException("the file is not JSON: " + e.getOriginalMessage());
        }
    }

    private static JobUsage.State jobs(StoredJson jobs) throws IOException {
        return new JobUsage.State(
                jobs.at("since").whole(NEVER),
                jobs.at("until").whole(NEVER),
                jobs.at("accountNames").parsed(NameRule::valueOf),
                jobs.at("userNames").parsed(NameRule::valueOf),
                new UsageCounts(
                        owners(jobs.at("accounts")),
                        owners(jobs.at("users")),
                        jobs.at("partitions").map(UsageDecoder::key, UsageDecoder::runs),
                        0,
                        0),
                jobs.at("months").list(UsageDecoder::month),
                jobs.at("runs").list(UsageDecoder::run));
    }

    private static SortedMap<String, Owned> owners(StoredJson rows) throws IOException {
        return rows.map(
                row -> row.at(0).text(),
                row -> new Owned(
                        row.at(3).numbers(), row.at(1).number(), row.at(2).number()));
    }

    private static Runs runs(StoredJson row) throws IOException {
        double gpuSeconds = row.at(2).number();
        SortedMap<String, Double> byName = row.at(3).numbers();
        Map<JobState, Double> ended = new EnumMap<>(JobState.class);
        for (JobState state : UsageCounts.END_STATES) {
            ended.put(state, byName.getOrDefault(state.name(), 0.0));
        }
        return new Runs(gpuSeconds, ended);
    }

    private static PartitionGpus key(StoredJson row) throws IOException {
        return new PartitionGpus(row.at(0).text(), row.at(1).text());
    }

    private static MonthUsage month(StoredJson month) throws IOException {
        return new MonthUsage(
                month.at("month").parsed(YearMonth::parse),
                month.at("from").parsed(Instant::parse),
                month.at("until").parsed(Instant::parse),
                month.at("rows").map(UsageDecoder::usageKey, UsageDecoder::amounts));
    }

    private static UsageKey usageKey(StoredJson row) throws IOException {
        return new UsageKey(
                row.at(0).text(),
                row.at(1).text(),
                row.at(2).text(),
                row.textOr(8, ""),
                row.at(3).text());
    }

    private static UsageAmounts amounts(StoredJson row) throws IOException {
        return new UsageAmounts(
                row.at(4).number(),
                row.at(5).number(),
                row.at(6).number(),
                row.at(7).whole(0));
    }

    private static CountedRun run(StoredJson run) throws IOException {
        SortedMap<String, Long> gpus = new TreeMap<>();
        run.at(9).numbers().forEach((type, count) -> gpus.put(type, count.longValue()));
        return new CountedRun(
                run.at(0).whole(1),
                run.at(1).whole(0),
                (int) Math.min(Integer.MAX_VALUE, run.at(2).whole(0)),
                run.at(3).text(),
                run.at(4).text(),
                run.at(5).text(),
                run.textOr(12, ""),
                new Tres(run.at(6).whole(0), run.at(7).whole(0), run.at(8).whole(0), new GpuCounts(gpus)),
                run.at(10).whole(0),
                run.at(11).numbers());
    }

    private static NodeUsage.State nodes(StoredJson nodes) throws IOException {
        return new NodeUsage.State(
                nodes.at("atMillis").whole(NEVER), splits(nodes.at("last")), splits(nodes.at("sums")));
    }

    private static SortedMap<PartitionGpus, Split> splits(StoredJson rows) throws IOException {
        return rows.map(
                UsageDecoder::key,
                row -> new Split(
                        row.at(2).whole(0), row.at(3).whole(0), row.at(4).whole(0)));
    }
}
