package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.derive.waste.Finding;
import dev.sluice.exporter.derive.waste.FindingCode;
import dev.sluice.exporter.derive.waste.JobWaste;
import dev.sluice.exporter.model.Amounts;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Encodes the GPU time and wasted resources of running jobs. */
public final class WasteJson {

    private WasteJson() {}

    /** Adds the sums over all jobs of the list. */
    public static void sums(ObjectNode object, List<JobWaste> jobs) {
        Map<FindingCode, Long> byCode = new EnumMap<>(FindingCode.class);
        jobs.stream()
                .flatMap(waste -> waste.findings().stream())
                .forEach(finding -> byCode.merge(finding.code(), 1L, Amounts::sum));
        object.put("records", jobs.size());
        object.put("flagged", jobs.stream().filter(JobWaste::flagged).count());
        object.put("gpuSeconds", jobs.stream().mapToLong(JobWaste::gpuSeconds).reduce(0, Amounts::sum));
        object.set("byCode", JsonDocument.numbers(byCode, FindingCode::label));
    }

    /**
     * Adds the GPU time and findings to a job.
     *
     * @param summary JSON of the job in the job list, with the names that the reader may see
     */
    public static ObjectNode job(ObjectNode summary, JobWaste waste, Instant now) {
        RunJson.put(summary, waste.job(), now);
        summary.put("gpuSeconds", waste.gpuSeconds());
        return summary.set("findings", JsonDocument.array(waste.findings(), WasteJson::finding));
    }

    private static ObjectNode finding(Finding finding) {
        return JsonDocument.object().put("code", finding.code().label()).put("sentence", WasteWords.sentence(finding));
    }
}
