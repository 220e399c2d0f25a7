package dev.sluice.exporter.truth.tool;

import java.util.HashMap;
import java.util.Map;

/** The pending jobs that request more than sacctmgr shows as the limit of their QOS or account. */
final class RefusedRequests {

    private final Map<String, Map<String, Long>> limits = new HashMap<>();
    private final Map<String, Map<String, Long>> requests = new HashMap<>();

    RefusedRequests(ToolTexts texts) {
        for (Map<String, String> row : texts.table(ToolCommand.QOS)) {
            limit("QOS " + Fields.text(row, "Name"), row, "GrpTRES");
            limit("QOS " + Fields.text(row, "Name"), row, "MaxTRESPU");
        }
        for (Map<String, String> row : texts.table(ToolCommand.ASSOCIATIONS)) {
            if (Fields.text(row, "User").isEmpty()) {
                limit("account " + Fields.text(row, "Account").strip(), row, "GrpTRES");
            }
        }
        texts.records(ToolCommand.JOBS)
                .forEach(job -> requests.put(Fields.text(job, "JobId"), Fields.tres(Fields.text(job, "ReqTRES"))));
    }

    private void limit(String owner, Map<String, String> row, String column) {
        Fields.tres(row.getOrDefault(column, ""))
                .forEach((tres, most) ->
                        limits.computeIfAbsent(owner, unused -> new HashMap<>()).merge(tres, most, Math::min));
    }

    boolean contains(Map<String, String> line, String reason) {
        String owner = reason.startsWith("Assoc")
                ? "account " + Fields.text(line, "ACCOUNT")
                : "QOS " + Fields.text(line, "QOS");
        Map<String, Long> request = requests.getOrDefault(Fields.text(line, "JOBID2"), Map.of());
        return PendingReasons.classOf(reason).equals("limit")
                && limits.getOrDefault(owner, Map.of()).entrySet().stream()
                        .anyMatch(limit -> request.getOrDefault(limit.getKey(), 0L) > limit.getValue());
    }
}
