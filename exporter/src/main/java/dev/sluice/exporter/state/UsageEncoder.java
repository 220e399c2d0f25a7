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
import dev.sluice.exporter.model.job.JobState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
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
            partition(partition.getKey(), partition.getValue());
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
            json.writeStartArray();
            json.writeString(owner.getKey());
            json.writeNumber(owner.getValue().cpuSeconds());
            json.writeNumber(owner.getValue().memoryByteSeconds());
            numbers(owner.getValue().gpuSeconds());
            json.writeEndArray();
        }
        json.writeEndArray();
    }

    private void partition(PartitionGpus key, Runs runs) throws IOException {
        json.writeStartArray();
        texts(List.of(key.partition(), key.gpuType()));
        json.writeNumber(runs.gpuSeconds());
        json.writeStartObject();
        for (Map.Entry<JobState, Double> ended : runs.ended().entrySet()) {
            json.writeNumberField(ended.getKey().name(), ended.getValue());
        }
        json.writeEndObject();
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
            json.writeStartArray();
            texts(List.of(key.account(), key.user(), key.partition(), key.gpuType()));
            json.writeNumber(row.getValue().gpuSeconds());
            json.writeNumber(row.getValue().cpuSeconds());
            json.writeNumber(row.getValue().memoryByteSeconds());
            json.writeNumber(row.getValue().endedJobs());
            json.writeString(key.nodeSet());
            json.writeEndArray();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void run(CountedRun run) throws IOException {
        json.writeStartArray();
        json.writeNumber(run.jobId());
        json.writeNumber(run.submittedAt());
        json.writeNumber(run.restarts());
        texts(List.of(run.account(), run.user(), run.partition()));
        json.writeNumber(run.allocation().cpus());
        json.writeNumber(run.allocation().memoryBytes());
        json.writeNumber(run.allocation().nodes());
        json.writeStartObject();
        for (Map.Entry<String, Long> type : run.allocation().gpus().byType().entrySet()) {
            json.writeNumberField(type.getKey(), type.getValue());
        }
        json.writeEndObject();
        json.writeNumber(run.until());
        numbers(run.gpuSeconds());
        json.writeString(run.nodeSet());
        json.writeEndArray();
    }

    private void splits(String field, SortedMap<PartitionGpus, Split> splits) throws IOException {
        json.writeArrayFieldStart(field);
        for (Map.Entry<PartitionGpus, Split> split : splits.entrySet()) {
            json.writeStartArray();
            texts(List.of(split.getKey().partition(), split.getKey().gpuType()));
            json.writeNumber(split.getValue().allocated());
            json.writeNumber(split.getValue().idle());
            json.writeNumber(split.getValue().unavailable());
            json.writeEndArray();
        }
        json.writeEndArray();
    }

    private void texts(List<String> texts) throws IOException {
        for (String text : texts) {
            json.writeString(text);
        }
    }

    private void numbers(SortedMap<String, Double> numbers) throws IOException {
        json.writeStartObject();
        for (Map.Entry<String, Double> number : numbers.entrySet()) {
            json.writeNumberField(number.getKey(), number.getValue());
        }
        json.writeEndObject();
    }
}
