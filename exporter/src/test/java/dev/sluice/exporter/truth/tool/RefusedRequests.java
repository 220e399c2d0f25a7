package dev.sluice.exporter.truth.tool;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** The pending jobs that request more than sacctmgr shows as the limit of their QOS or account. */
final class RefusedRequests {

    private static final String TIME = "time limit";

    private final Map<String, Map<String, Long>> limits = new HashMap<>();
    private final Map<String, Map<String, Long>> least = new HashMap<>();
    private final Map<String, Map<String, Long>> requests = new HashMap<>();

    RefusedRequests(ToolTexts texts) {
        for (Map<String, String> row : texts.table(ToolCommand.QOS)) {
            String owner = "QOS " + Fields.text(row, "Name");
            Stream.of("GrpTRES", "MaxTRESPU", "MaxTRESPA", "MaxTRES").forEach(column -> limit(owner, row, column));
            time(owner, row);
            least.put(owner, Fields.tres(row.getOrDefault("MinTRES", "")));
        }
        for (Map<String, String> row : texts.table(ToolCommand.ASSOCIATIONS)) {
            if (Fields.text(row, "User").isEmpty()) {
                String owner = "account " + Fields.text(row, "Account").strip();
                Stream.of("GrpTRES", "MaxTRES").forEach(column -> limit(owner, row, column));
                time(owner, row);
            }
        }
        for (Map<String, String> job : texts.records(ToolCommand.JOBS)) {
            Map<String, Long> request = new HashMap<>(Fields.tres(Fields.text(job, "ReqTRES")));
            String limit = Fields.text(job, "TimeLimit");
            request.put(TIME, Fields.isTime(limit) ? Fields.seconds(limit) : 0);
            requests.put(Fields.text(job, "JobId"), request);
        }
    }

    private void time(String owner, Map<String, String> row) {
        String most = row.getOrDefault("MaxWall", "");
        if (!most.isEmpty()) {
            limits.computeIfAbsent(owner, unused -> new HashMap<>()).put(TIME, Fields.seconds(most));
        }
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
                && (limits.getOrDefault(owner, Map.of()).entrySet().stream()
                                .anyMatch(limit -> request.getOrDefault(limit.getKey(), 0L) > limit.getValue())
                        || least.getOrDefault(owner, Map.of()).entrySet().stream()
                                .anyMatch(limit -> request.getOrDefault(limit.getKey(), 0L) < limit.getValue()));
    }
}
