package dev.sluice.exporter.realslurm;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The usage of jobs in accounting: GPUs and CPUs of each run, times its seconds. With {@code --duplicates}, sacct has
 * one line for each run.
 */
record AccountedUsage(List<Line> lines) {

    private static final String FIELDS = "JobIDRaw,Account,User,Partition,State,Start,End,AllocTRES";
    private static final Pattern GPUS = Pattern.compile("gres/gpu(?::([^=,]+))?=(\\d+)");
    private static final Pattern CPUS = Pattern.compile("(?:^|,)cpu=(\\d+)");

    /** One run. {@code start} and {@code end} are seconds since the epoch; 0 if unknown. */
    record Line(
            long id, String account, String user, String partition, String state, long start, long end, String tres) {

        static Line parse(String text) {
            String[] part = text.split("\\|", -1);
            return new Line(
                    Long.parseLong(part[0]),
                    part[1],
                    part[2],
                    part[3],
                    part[4].replaceAll(" .*", "").toLowerCase(Locale.ROOT),
                    epoch(part[5]),
                    epoch(part[6]),
                    part[7]);
        }

        long seconds() {
            return start > 0 && end > 0 ? end - start : 0;
        }

        long cpus() {
            Matcher cpus = CPUS.matcher(tres);
            return cpus.find() ? Long.parseLong(cpus.group(1)) : 0;
        }

        /** Returns the GPUs by type. GPUs without a type are the rest of the total. */
        Map<String, Long> gpus() {
            Map<String, Long> byType = new TreeMap<>();
            long total = 0;
            for (Matcher gpus = GPUS.matcher(tres); gpus.find(); ) {
                long count = Long.parseLong(gpus.group(2));
                if (gpus.group(1) == null) {
                    total = count;
                } else {
                    byType.put(gpus.group(1), count);
                }
            }
            long untyped =
                    total - byType.values().stream().mapToLong(Long::longValue).sum();
            if (untyped > 0) {
                byType.put("untyped", untyped);
            }
            return byType;
        }
    }

    /** Returns all runs of jobs with an ID greater than {@code lastBefore}. */
    static AccountedUsage since(RealCluster cluster, long lastBefore) throws Exception {
        long newest = AccountedJobs.newestId(cluster);
        List<String> ids = new ArrayList<>();
        for (long id = lastBefore + 1; id <= newest; id++) {
            ids.add(Long.toString(id));
        }
        return new AccountedUsage(
                cluster.cli("sacct", "-a", "-D", "-X", "-P", "-n", "-j", String.join(",", ids), "-o", FIELDS).stream()
                        .map(Line::parse)
                        .filter(line -> line.id() > lastBefore)
                        .toList());
    }

    private static long epoch(String time) {
        return time.matches("\\d.*") ? LocalDateTime.parse(time).toEpochSecond(ZoneOffset.UTC) : 0;
    }

    boolean allEnded() {
        return !lines.isEmpty() && lines.stream().allMatch(line -> line.end() > 0);
    }

    Set<String> states() {
        return lines.stream().map(Line::state).collect(Collectors.toSet());
    }

    long requeues() {
        return lines.stream().filter(line -> line.state().equals("requeued")).count();
    }

    /** Returns GPU-seconds by a value of the run and by GPU type, such as {@code oak/h100}. */
    Map<String, Long> gpuSecondsBy(Function<Line, String> value) {
        Map<String, Long> sums = new TreeMap<>();
        for (Line line : lines) {
            line.gpus().forEach((type, gpus) -> add(sums, value.apply(line) + "/" + type, gpus * line.seconds()));
        }
        return sums;
    }

    Map<String, Long> gpuSecondsByState() {
        return gpuSecondsBy(Line::state);
    }

    Map<String, Long> cpuSecondsByAccount() {
        Map<String, Long> sums = new HashMap<>();
        lines.forEach(line -> add(sums, line.account(), line.cpus() * line.seconds()));
        return sums;
    }

    private static void add(Map<String, Long> sums, String key, long seconds) {
        if (seconds > 0) {
            sums.merge(key, seconds, Long::sum);
        }
    }
}
