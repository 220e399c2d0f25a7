package dev.sluice.exporter.state;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.exporter.derive.Capacity.Split;
import dev.sluice.exporter.derive.usage.CountedRun;
import dev.sluice.exporter.derive.usage.JobUsage;
import dev.sluice.exporter.derive.usage.MonthUsage;
import dev.sluice.exporter.derive.usage.PartitionGpus;
import dev.sluice.exporter.derive.usage.UsageAmounts;
import dev.sluice.exporter.derive.usage.UsageCounts.Owned;
import dev.sluice.exporter.derive.usage.UsageCounts.Runs;
import dev.sluice.exporter.derive.usage.UsageKey;
import dev.sluice.exporter.derive.usage.UsageState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.SortedMap;

/** Writes a {@link UsageState} as JSON. Rows are arrays, because a file can contain 100,000 rows. */
final class UsageEncoder {

    /** Identifies the files of this class. Increment the number if the content changes. */
    static final String FORMAT = "sluice-usage/1";

    private final JsonGenerator json;

    private UsageEncoder(JsonGenerator json) {
        this.json = json;
    }

    static byte[] encode(String cluster, UsageState state) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
            new UsageEncoder(json).write(cluster, state);
        }
        return bytes.toByteArray();
    }

    private void write(String cluster, UsageState state) throws IOException {
        json.writeStartObject();
        json.writeStringField("format", FORMAT);
        json.writeStringField("cluster", cluster);
        json.writeObjectFieldStart("jobs");
        jobs(state.jobs());
        json.writeEndObject();
        json.writeObjectFieldStart("nodes");
        json.writeNumberField("atMillis", state.nodes().at());
        splits("last", state.nodes().last());
        splits("sums", state.nodes().sums());
        json.writeEndObject();
        json.writeEndObject();
    }

    private void jobs(JobUsage.State jobs) throws IOException {
        json.writeNumberField("since", jobs.since());
        json.writeNumberField("until", jobs.until());
        json.writeStringField("accountNames", jobs.accountNames().name());
        json.writeStringField("userNames", jobs.userNames().name());
        owners("accounts", jobs.counts().accounts());
        owners("users", jobs.counts().users());
        json.writeArrayFieldStart("partitions");
        for (Map.Entry<PartitionGpus, Runs> partition :
                jobs.counts().partitions().entrySet()) {
            Runs runs = partition.getValue();
            row(partition.getKey().partition(), partition.getKey().gpuType(), runs.gpuSeconds(), runs.ended());
        }
        json.writeEndArray();
        json.writeArrayFieldStart("months");
        for (MonthUsage month : jobs.months()) {
            month(month);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("runs");
        for (CountedRun run : jobs.runs()) {
            run(run);
        }
        json.writeEndArray();
    }

    private void owners(String field, SortedMap<String, Owned> owners) throws IOException {
        json.writeArrayFieldStart(field);
        for (Map.Entry<String, Owned> owner : owners.entrySet()) {
            Owned owned = owner.getValue();
            row(owner.getKey(), owned.cpuSeconds(), owned.memoryByteSeconds(), owned.gpuSeconds());
        }
        json.writeEndArray();
    }

    private void month(MonthUsage month) throws IOException {
        json.writeStartObject();
        json.writeStringField("month", month.month().toString());
        json.writeStringField("from", month.from().toString());
        json.writeStringField("until", month.until().toString());
        json.writeArrayFieldStart("rows");
        for (Map.Entry<UsageKey, UsageAmounts> row : month.rows().entrySet()) {
            UsageKey key = row.getKey();
            UsageAmounts amounts = row.getValue();
            row(
                    key.account(),
                    key.user(),
                    key.partition(),
                    key.gpuType(),
                    amounts.gpuSeconds(),
                    amounts.cpuSeconds(),
                    amounts.memoryByteSeconds(),
                    amounts.endedJobs(),
                    key.nodeSet());
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void run(CountedRun run) throws IOException {
        row(
                run.jobId(),
                run.submittedAt(),
                run.restarts(),
                run.account(),
                run.user(),
                run.partition(),
                run.allocation().cpus(),
                run.allocation().memoryBytes(),
                run.allocation().nodes(),
                run.allocation().gpus().byType(),
                run.until(),
                run.gpuSeconds(),
                run.nodeSet());
    }

    private void splits(String field, SortedMap<PartitionGpus, Split> splits) throws IOException {
        json.writeArrayFieldStart(field);
        for (Map.Entry<PartitionGpus, Split> entry : splits.entrySet()) {
            PartitionGpus key = entry.getKey();
            Split split = entry.getValue();
            row(key.partition(), key.gpuType(), split.allocated(), split.idle(), split.unavailable());
        }
        json.writeEndArray();
    }

    /** Writes an array of texts, numbers, and maps with numbers. */
    private void row(Object... values) throws IOException {
        json.writeStartArray();
        for (Object value : values) {
            if (value instanceof Map<?, ?> numbers) {
                json.writeStartObject();
                for (Map.Entry<?, ?> number : numbers.entrySet()) {
                    json.writeObjectField(String.valueOf(number.getKey()), number.getValue());
                }
                json.writeEndObject();
            } else {
                json.writeObject(value);
            }
        }
        json.writeEndArray();
    }
}
