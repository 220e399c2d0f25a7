package dev.sluice.exporter.state;

import com.fasterxml.jackson.annotation.JsonFormat;
import dev.sluice.exporter.derive.usage.JobUsage.CountedRun;
import dev.sluice.exporter.derive.usage.UsageKey;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import java.util.Optional;
import java.util.SortedMap;

/** The row of a run in the usage file. Files of earlier releases have no NodeSet. */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
record StoredRun(
        long jobId,
        long submittedAt,
        int restarts,
        String account,
        String user,
        String partition,
        long cpus,
        long memoryBytes,
        long nodes,
        SortedMap<String, Long> gpus,
        long until,
        SortedMap<String, Double> gpuSeconds,
        Optional<String> nodeSet) {

    static StoredRun of(CountedRun run) {
        Tres held = run.allocation();
        return new StoredRun(
                run.jobId(),
                run.submittedAt(),
                run.restarts(),
                run.key().account(),
                run.key().user(),
                run.key().partition(),
                held.cpus(),
                held.memoryBytes(),
                held.nodes(),
                held.gpus().byType(),
                run.until(),
                run.gpuSeconds(),
                Optional.of(run.key().nodeSet()));
    }

    CountedRun counted() {
        return new CountedRun(
                jobId,
                submittedAt,
                restarts,
                new UsageKey(account, user, partition, nodeSet.orElse(""), ""),
                new Tres(cpus, memoryBytes, nodes, new GpuCounts(gpus)),
                until,
                gpuSeconds);
    }
}
