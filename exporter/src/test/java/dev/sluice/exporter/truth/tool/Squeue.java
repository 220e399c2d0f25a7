package dev.sluice.exporter.truth.tool;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The queue from squeue. */
public final class Squeue {

    private static final String DOTS = "...";
    private static final int SHORTENED = 60;

    private final List<Line> lines;

    /**
     * One line: a job, or all pending tasks of an array.
     *
     * @param id number of the job
     * @param array job ID of the task's array; empty for other jobs
     * @param tasks number of tasks in the line
     * @param sent number of these tasks that slurmrestd sends; slurmrestd truncates a long list after 60 characters
     */
    public record Line(
            String id,
            String array,
            String state,
            List<String> partitions,
            String user,
            String account,
            String qos,
            String reason,
            String reasonClass,
            long tasks,
            long sent) {

        public boolean waits() {
            return state.equals("pending") || state.equals("special_exit");
        }
    }

    private Squeue(List<Line> lines) {
        this.lines = lines;
    }

    public static Squeue of(ToolTexts texts) {
        Map<String, Long> expanded = new HashMap<>();
        for (Map<String, String> row : texts.table(ToolCommand.SQUEUE_TASKS)) {
            expanded.merge(Fields.text(row, "ARRAY_JOB_ID") + Fields.text(row, "STATE"), 1L, Long::sum);
        }
        RefusedRequests refused = new RefusedRequests(texts);
        // Deleted partitions of ended jobs are "other".
        Set<String> existing = texts.records(ToolCommand.PARTITIONS).stream()
                .map(record -> Fields.text(record, "PartitionName"))
                .collect(Collectors.toSet());
        if (existing.isEmpty()) {
            throw new IllegalArgumentException("squeue's partitions need the output of " + ToolCommand.PARTITIONS);
        }
        return new Squeue(texts.table(ToolCommand.SQUEUE).stream()
                .map(row -> line(row, expanded, refused, existing))
                .toList());
    }

    public List<Line> lines() {
        return lines;
    }

    private static Line line(
            Map<String, String> row, Map<String, Long> expanded, RefusedRequests refused, Set<String> existing) {
        String list = Fields.text(row, "ARRAY_TASK_ID").replaceAll("%\\d+$", "");
        boolean array = !list.equals("N/A");
        boolean shortened = list.endsWith(DOTS) || list.length() > SHORTENED + DOTS.length();
        String start = shortened ? list.substring(0, Math.min(SHORTENED, list.length() - DOTS.length())) : list;
        String state = Fields.text(row, "STATE");
        long all = list.endsWith(DOTS)
                ? expanded.getOrDefault(Fields.text(row, "ARRAY_JOB_ID") + state, 0L)
                : array ? tasks(list) : 1;
        String reason = PendingReasons.name(Fields.text(row, "REASON"));
        return new Line(
                Fields.text(row, "JOBID2"),
                array ? Fields.text(row, "ARRAY_JOB_ID") : "",
                state.toLowerCase(Locale.ROOT),
                Stream.of(Fields.text(row, "PARTITION").split(",", -1))
                        .map(partition -> existing.contains(partition) ? partition : "other")
                        .toList(),
                Fields.text(row, "USER"),
                Fields.text(row, "ACCOUNT"),
                Fields.text(row, "QOS"),
                reason,
                refused.contains(row, reason) ? "impossible" : PendingReasons.classOf(reason),
                all,
                array ? tasks(start) : 1);
    }

    private static long tasks(String list) {
        long tasks = 0;
        for (String token : list.split(",", -1)) {
            String[] range = token.split("[-:]", -1);
            long step = range.length == 3 ? Long.parseLong(range[2]) : 1;
            tasks += range.length == 1 ? 1 : (Long.parseLong(range[1]) - Long.parseLong(range[0])) / step + 1;
        }
        return tasks;
    }

    /**
     * Adds the families of jobs by state and reason.
     *
     * @param tasks returns the number of counted tasks of a line
     */
    void show(Shown shown, ToLongFunction<Line> tasks) {
        for (Line line : lines) {
            long count = tasks.applyAsLong(line);
            shown.add(count, "slurm_cluster_jobs state", line.state());
            for (String partition : line.partitions()) {
                shown.add(count, "slurm_queue_jobs partition state", partition, line.state());
                if (line.waits()) {
                    shown.add(
                            count,
                            "slurm_queue_pending_jobs partition reason_class reason",
                            partition,
                            line.reasonClass(),
                            line.reason());
                }
            }
            if (line.waits()) {
                shown.add(
                        count,
                        "slurm_user_pending_jobs user reason_class reason",
                        line.user(),
                        line.reasonClass(),
                        line.reason());
            }
            String held = held(line);
            if (!held.isEmpty()) {
                shown.add(count, "slurm_user_queue_jobs user state", line.user(), held);
                shown.add(count, "slurm_account_queue_jobs account state", line.account(), held);
            }
        }
        shown.add(lines.stream().filter(line -> line.sent() != line.tasks()).count(), "slurm_queue_truncated_arrays");
    }

    private static String held(Line line) {
        return switch (line.state()) {
            case "pending", "special_exit" -> "pending";
            case "running", "configuring" -> "running";
            case "suspended" -> "suspended";
            default -> "";
        };
    }
}
