package dev.sluice.exporter.realslurm;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The jobs in accounting. Counts the jobs according to the definition of the job life in docs/metrics.md. With
 * {@code --duplicates}, sacct has one line for each time that a job was queued. Array tasks that were cancelled
 * individually before their start have no line; only the submit line of their array shows these tasks.
 */
final class AccountedJobs {

    private static final String FIELDS =
            "JobID,JobIDRaw,Partition,QOS,State,Submit,Eligible,Start,End,ElapsedRaw,SubmitLine";
    private static final Pattern ARRAY_OPTION = Pattern.compile(" -a (\\S+)");

    private final List<Line> lines;
    private final Map<String, Line> last = new HashMap<>();
    private final Map<String, Integer> traceless;

    private AccountedJobs(List<Line> lines) {
        this.lines = lines;
        lines.forEach(line -> last.merge(line.id(), line, (a, b) -> a.submit() > b.submit() ? a : b));
        traceless = traceless();
    }

    private AccountedJobs(AccountedJobs other, Map<String, Integer> traceless) {
        this.lines = other.lines;
        last.putAll(other.last);
        this.traceless = traceless;
    }

    /**
     * The expected counts. Tasks that were cancelled individually before their start leave no trace in slurmctld, so a
     * first poll after the cancellation cannot count these tasks.
     *
     * @param submissions number of counted submissions: either all submissions, or all submissions except these tasks
     */
    AccountedJobs tracelessTasksShownBy(long submissions) {
        long all = submissionsByPartition().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        return submissions == all ? this : new AccountedJobs(this, Map.of());
    }

    /** One period of a job in the queue. Times are seconds since the epoch; 0 if a time is unknown. sacct's elapsed time has no suspensions. */
    private record Line(
            String id,
            long record,
            String partition,
            String qos,
            String state,
            long submit,
            long eligible,
            long start,
            long end,
            long elapsed,
            String command) {

        static Line parse(String text) {
            String[] part = text.split("\\|", 11);
            return new Line(
                    part[0],
                    Long.parseLong(part[1]),
                    part[2],
                    part[3],
                    part[4].replaceAll(" .*", "").toLowerCase(Locale.ROOT),
                    epoch(part[5]),
                    epoch(part[6]),
                    epoch(part[7]),
                    epoch(part[8]),
                    Long.parseLong(part[9]),
                    part[10]);
        }

        /** Returns the number of tasks that are still in the record of an array; 1 for other jobs. */
        int tasks() {
            int open = id.indexOf('[');
            return open < 0 ? 1 : tasksOf(id.substring(open + 1, id.length() - 1));
        }

        boolean furtherComponent() {
            return id.matches(".*\\+[1-9]\\d*");
        }

        boolean ran() {
            return start > 0;
        }
    }

    /** Returns all jobs with an ID greater than {@code lastBefore}. */
    static AccountedJobs since(RealCluster cluster, long lastBefore) throws Exception {
        StringBuilder ids = new StringBuilder();
        long newest = newestId(cluster);
        for (long id = lastBefore + 1; id <= newest; id++) {
            ids.append(ids.isEmpty() ? "" : ",").append(id);
        }
        List<Line> lines = new ArrayList<>();
        for (String line : cluster.cli("sacct", "-a", "-D", "-X", "-P", "-n", "-j", ids.toString(), "-o", FIELDS)) {
            Line parsed = Line.parse(line);
            if (!parsed.furtherComponent() && parsed.record() > lastBefore) {
                lines.add(parsed);
            }
        }
        return new AccountedJobs(lines);
    }

    /** Returns the JobId of the newest job, even if slurmctld no longer lists the job. */
    static long newestId(RealCluster cluster) throws Exception {
        return cluster.cli("scontrol", "show", "config").stream()
                .filter(line -> line.startsWith("NEXT_JOB_ID"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) - 1)
                .findFirst()
                .orElseThrow();
    }

    /** Returns the number of submitted tasks without a line in sacct, by partition. */
    private Map<String, Integer> traceless() {
        Map<String, Line> arrays = new TreeMap<>();
        Map<String, Integer> kept = new TreeMap<>();
        for (Line line : last.values()) {
            int under = line.id().indexOf('_');
            if (under > 0) {
                arrays.put(line.id().substring(0, under), line);
                kept.merge(line.id().substring(0, under), line.tasks(), Integer::sum);
            }
        }
        Map<String, Integer> missing = new TreeMap<>();
        arrays.forEach((array, line) -> {
            Matcher option = ARRAY_OPTION.matcher(line.command());
            if (!option.find()) {
                throw new IllegalStateException(line.command());
            }
            missing.merge(line.partition(), tasksOf(option.group(1)) - kept.getOrDefault(array, 0), Integer::sum);
        });
        return missing;
    }

    private static int tasksOf(String list) {
        int tasks = 0;
        for (String token : list.replaceAll("%.*", "").split(",", -1)) {
            String[] range = token.split("-", -1);
            tasks += range.length == 1 ? 1 : Integer.parseInt(range[1]) - Integer.parseInt(range[0]) + 1;
        }
        return tasks;
    }

    private static long epoch(String time) {
        return time.matches("\\d.*") ? LocalDateTime.parse(time).toEpochSecond(ZoneOffset.UTC) : 0;
    }

    boolean allEnded() {
        return last.values().stream().noneMatch(line -> line.end() == 0);
    }

    Map<String, Long> submissionsByPartition() {
        Map<String, Long> counts = new TreeMap<>();
        last.values().forEach(line -> add(counts, line.partition(), line.tasks()));
        traceless.forEach((partition, tasks) -> add(counts, partition, tasks));
        return counts;
    }

    Map<String, Long> startsByPartition() {
        Map<String, Long> counts = new TreeMap<>();
        lines.stream().filter(Line::ran).forEach(line -> add(counts, line.partition(), 1));
        return counts;
    }

    /** Returns the requeues. Each line of a job except the last line is a run that ended in a requeue. */
    Map<String, Long> requeuesByPartition() {
        Map<String, Long> counts = new TreeMap<>();
        lines.stream().filter(line -> !isLast(line)).forEach(line -> add(counts, line.partition(), 1));
        return counts;
    }

    Map<String, Long> requeuesByQueue() {
        Map<String, Long> counts = new TreeMap<>();
        lines.stream().filter(line -> !isLast(line)).forEach(line -> add(counts, queue(line), 1));
        return counts;
    }

    Map<String, Long> endsByPartitionAndState() {
        Map<String, Long> counts = new TreeMap<>();
        last.values().forEach(line -> add(counts, line.partition() + "/" + line.state(), line.tasks()));
        traceless.forEach((partition, tasks) -> add(counts, partition + "/cancelled", tasks));
        return counts;
    }

    /** Returns the states of all runs, including runs that ended in a requeue. */
    Set<String> states() {
        Set<String> states = new HashSet<>();
        lines.forEach(line -> states.add(line.state()));
        return states;
    }

    private boolean isLast(Line line) {
        return line.equals(last.get(line.id()));
    }

    Map<String, Long> runsByQueue() {
        Map<String, Long> counts = new TreeMap<>();
        lines.stream().filter(Line::ran).forEach(line -> add(counts, queue(line), 1));
        return counts;
    }

    Map<String, Long> waitSecondsByQueue() {
        Map<String, Long> sums = new TreeMap<>();
        lines.stream().filter(Line::ran).forEach(line -> add(sums, queue(line), line.start() - line.submit()));
        return sums;
    }

    /** Returns run times without suspensions. */
    Map<String, Long> runSecondsByQueue() {
        Map<String, Long> sums = new TreeMap<>();
        lines.stream().filter(Line::ran).forEach(line -> add(sums, queue(line), line.elapsed()));
        return sums;
    }

    long waitSeconds() {
        return waitSecondsByQueue().values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the time until jobs became eligible if they were submitted with an option such as {@code -H}. */
    long ineligibleSeconds(String option) {
        return lines.stream()
                .filter(line -> line.ran() && isFirst(line) && line.command().contains(" " + option))
                .mapToLong(line -> line.eligible() - line.submit())
                .sum();
    }

    /** Returns the time until requeued jobs became eligible again. */
    long ineligibleSecondsOfRequeued() {
        return lines.stream()
                .filter(line -> line.ran() && !isFirst(line))
                .mapToLong(line -> line.eligible() - line.submit())
                .sum();
    }

    private boolean isFirst(Line line) {
        return lines.stream().noneMatch(other -> other.id().equals(line.id()) && other.submit() < line.submit());
    }

    private static String queue(Line line) {
        return line.partition() + "/" + line.qos();
    }

    /** The result has no zeros, as in the exporter's metrics. */
    private static void add(Map<String, Long> sums, String key, long amount) {
        if (amount > 0) {
            sums.merge(key, amount, Long::sum);
        }
    }
}
