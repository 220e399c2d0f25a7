package dev.sluice.exporter.realslurm;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What squeue, sinfo and scontrol say of a cluster at one instant, counted without any of the exporter's own code. */
final class SlurmTools {

    private static final Pattern GRES_GPU = Pattern.compile("(?:^|,)gpu(?::([A-Za-z][\\w.]*))?:(\\d+)");
    private static final Pattern REASON_TIME = Pattern.compile("\\[\\w+@(\\S+)]");

    private final RealCluster cluster;
    private final List<QueueLine> queue;
    private final List<String> nodes;
    private final List<String> jobs;
    private final List<String> sinfo;

    private SlurmTools(
            RealCluster cluster, List<QueueLine> queue, List<String> nodes, List<String> jobs, List<String> sinfo) {
        this.cluster = cluster;
        this.queue = queue;
        this.nodes = nodes;
        this.jobs = jobs;
        this.sinfo = sinfo;
    }

    static SlurmTools look(RealCluster cluster) throws Exception {
        List<QueueLine> queue = new ArrayList<>();
        for (String line : cluster.cli("squeue", "-h", "-a", "-t", "all", "-o", "%A|%K|%T|%P|%u|%a|%r")) {
            queue.add(QueueLine.parse(line));
        }
        return new SlurmTools(
                cluster,
                queue,
                cluster.cli("scontrol", "-a", "-d", "-o", "show", "nodes"),
                cluster.cli("scontrol", "-a", "-d", "-o", "show", "jobs"),
                cluster.cli("sinfo", "-a", "-N", "-h", "-o", "%N|%P|%T|%C").stream()
                        .sorted()
                        .toList());
    }

    /** Whether nothing that is counted moved between two looks. */
    boolean same(SlurmTools other) {
        return queue.equals(other.queue) && sinfo.equals(other.sinfo);
    }

    /**
     * One line of squeue.
     *
     * @param tasks array tasks that it stands for
     * @param certain array tasks of which slurmrestd tells: it cuts a long list after 60 characters
     */
    record QueueLine(
            String id,
            String state,
            List<String> partitions,
            String user,
            String account,
            String reason,
            long tasks,
            long certain) {

        static QueueLine parse(String line) {
            String[] part = line.split("\\|", 7);
            // An array that was cancelled before any of its tasks started is one line, too.
            boolean array = !part[1].equals("N/A");
            String list = part[1].replaceAll("%.*", "");
            long tasks = array ? tasks(list) : 1;
            // What fits is kept whole; where it is cut, in or before a number, one more task follows for certain.
            long certain = array && part[1].length() > 63 ? tasks(part[1].substring(0, 60)) : tasks;
            return new QueueLine(
                    part[0],
                    part[2].toLowerCase(Locale.ROOT),
                    List.of(part[3].split(",", -1)),
                    part[4],
                    part[5],
                    reason(part[6]),
                    tasks,
                    certain);
        }

        private static long tasks(String list) {
            long tasks = 0;
            for (String token : list.split(",", -1)) {
                String[] range = token.split("[-:]", -1);
                if (range.length == 1) {
                    tasks++;
                } else {
                    long step = range.length == 3 ? Long.parseLong(range[2]) : 1;
                    tasks += (Long.parseLong(range[1]) - Long.parseLong(range[0])) / step + 1;
                }
            }
            return tasks;
        }

        /** squeue shows a description where there is one. */
        private static String reason(String shown) {
            if (shown.startsWith("Nodes required for job are DOWN")) {
                return "Resources";
            }
            if (shown.equals("job requeued in held state")) {
                return "JobHeldUser";
            }
            return shown.replaceAll(",.*", "");
        }

        boolean waits() {
            return state.equals("pending") || state.equals("special_exit");
        }
    }

    Map<String, Long> jobsByState() {
        Map<String, Long> counts = new TreeMap<>();
        queue.forEach(line -> counts.merge(line.state(), line.certain(), Long::sum));
        return counts;
    }

    /** Tasks of arrays that ended as a whole, beyond the one that slurmctld's own metrics count. */
    long cancelledTasksBeyondRecords() {
        return queue.stream()
                .filter(line -> line.state().equals("cancelled"))
                .mapToLong(line -> line.certain() - 1)
                .sum();
    }

    Map<String, Long> jobsByPartitionAndState() {
        Map<String, Long> counts = new TreeMap<>();
        queue.forEach(line -> line.partitions()
                .forEach(partition -> counts.merge(partition + "/" + line.state(), line.certain(), Long::sum)));
        return counts;
    }

    Map<String, Long> waitingByPartitionAndReason() {
        Map<String, Long> counts = new TreeMap<>();
        queue.stream()
                .filter(QueueLine::waits)
                .forEach(line -> line.partitions()
                        .forEach(
                                partition -> counts.merge(partition + "/" + line.reason(), line.certain(), Long::sum)));
        return counts;
    }

    /** Waiting tasks, by partition, of jobs that could start in that partition only. */
    Map<String, Long> waitingInOnePartition() {
        Map<String, Long> counts = new TreeMap<>();
        queue.stream()
                .filter(line -> line.waits() && line.partitions().size() == 1)
                .forEach(line -> counts.merge(line.partitions().get(0), line.tasks(), Long::sum));
        return counts;
    }

    /** Tasks, by partition, of which slurmrestd does not tell. */
    Map<String, Long> unknownTasks() {
        Map<String, Long> counts = new TreeMap<>();
        queue.forEach(line ->
                line.partitions().forEach(partition -> add(counts, partition, line.tasks() - line.certain())));
        return counts;
    }

    /** All tasks of jobs in some states, also those of which slurmrestd does not tell. */
    Map<String, Long> tasks(Collection<String> states, Function<QueueLine, List<String>> keys) {
        Map<String, Long> counts = new TreeMap<>();
        queue.stream()
                .filter(line -> states.contains(line.state()))
                .forEach(line -> keys.apply(line).forEach(key -> add(counts, key, line.tasks())));
        return counts;
    }

    long truncatedArrays() {
        return queue.stream().filter(line -> line.certain() != line.tasks()).count();
    }

    Map<String, Long> jobsByUserAndState() {
        Map<String, Long> counts = new TreeMap<>();
        for (QueueLine line : queue) {
            String state = line.waits() ? "pending" : line.state().equals("configuring") ? "running" : line.state();
            if (List.of("pending", "running", "suspended").contains(state)) {
                counts.merge(line.user() + "/" + state, line.certain(), Long::sum);
            }
        }
        return counts;
    }

    /** A part of ReqTRES, summed over waiting jobs by partition. */
    Map<String, Long> requested(String tres) {
        Map<String, Long> sums = new TreeMap<>();
        forEachRequest(
                tres,
                (line, amount) -> line.partitions().forEach(partition -> sums.merge(partition, amount, Long::sum)));
        return sums;
    }

    /** A part of ReqTRES, summed over waiting jobs, each once. */
    long requestedInAll(String tres) {
        AtomicLong sum = new AtomicLong();
        forEachRequest(tres, (line, amount) -> sum.addAndGet(amount));
        return sum.get();
    }

    private void forEachRequest(String tres, ObjLongConsumer<QueueLine> visitor) {
        Map<String, QueueLine> waiting = new TreeMap<>();
        queue.stream().filter(QueueLine::waits).forEach(line -> waiting.put(line.id(), line));
        for (String job : jobs) {
            QueueLine line = waiting.get(field(job, "JobId"));
            long amount = tres(field(job, "ReqTRES"), tres);
            if (line != null && amount > 0) {
                visitor.accept(line, amount * line.certain());
            }
        }
    }

    /** GPUs that jobs hold, by the value of a field such as Account. */
    Map<String, Long> gpusHeldBy(String field) {
        Map<String, Long> sums = new TreeMap<>();
        for (String job : jobs) {
            long gpus = tres(field(job, "AllocTRES"), "gres/gpu");
            if (gpus > 0 && List.of("RUNNING", "SUSPENDED").contains(field(job, "JobState"))) {
                sums.merge(field(job, field).replaceAll("\\(.*", ""), gpus, Long::sum);
            }
        }
        return sums;
    }

    /** By partition and state, in the words of docs/metrics.md, from sinfo's. */
    Map<String, Long> nodesByPartitionAndState() {
        Map<String, Long> counts = new TreeMap<>();
        sinfo.forEach(line -> counts.merge(partition(line) + "/" + state(line), 1L, Long::sum));
        return counts;
    }

    Map<String, Long> cpusByPartitionAndUse() {
        Map<String, Long> sums = new TreeMap<>();
        for (String line : sinfo) {
            String[] cpus = line.substring(line.lastIndexOf('|') + 1).split("/", -1);
            long allocated = Long.parseLong(cpus[0]);
            long free = Long.parseLong(cpus[3]) - allocated;
            boolean usable =
                    List.of("allocated", "mixed", "idle", "planned", "reserved").contains(state(line));
            add(sums, partition(line) + "/allocated", allocated);
            add(sums, partition(line) + (usable ? "/idle" : "/unavailable"), free);
        }
        return sums;
    }

    private static String partition(String sinfoLine) {
        return sinfoLine.split("\\|", -1)[1].replace("*", "");
    }

    private static String state(String sinfoLine) {
        String shown = sinfoLine.split("\\|", -1)[2];
        String word = shown.replaceAll("[*~#!%$@^+-]+$", "");
        if (shown.endsWith("#")) {
            return "powering_up";
        }
        return switch (word) {
            case "idle" -> shown.endsWith("~") ? "powered_down" : shown.endsWith("%") ? "powering_down" : "idle";
            case "maint" -> "maintenance";
            case "inval" -> "drained";
            case "completing" -> "mixed";
            default -> word;
        };
    }

    /** Memory in bytes: what nodes have (RealMemory) or what jobs hold (AllocMem). */
    long memory(String field) {
        return nodes.stream()
                .mapToLong(node -> Long.parseLong(field(node, field)) << 20)
                .sum();
    }

    /** GPUs by type, from Gres or GresUsed. */
    Map<String, Long> gpus(String field) {
        Map<String, Long> sums = new TreeMap<>();
        for (String node : nodes) {
            Matcher gpu = GRES_GPU.matcher(field(node, field).replaceAll("\\([^)]*\\)", ""));
            while (gpu.find()) {
                String type = gpu.group(1) == null ? "untyped" : gpu.group(1);
                add(sums, type, Long.parseLong(gpu.group(2)));
            }
        }
        return sums;
    }

    /** For how long each node's reason has stood, seconds. */
    Map<String, Long> reasonAges() throws Exception {
        LocalDateTime now =
                LocalDateTime.parse(cluster.cli("date", "+%Y-%m-%dT%H:%M:%S").get(0));
        Map<String, Long> ages = new TreeMap<>();
        for (String node : nodes) {
            int at = node.indexOf(" Reason=");
            Matcher time = REASON_TIME.matcher(at < 0 ? "" : node.substring(at));
            if (time.find()) {
                Duration age = Duration.between(
                        LocalDateTime.parse(time.group(1)).atOffset(ZoneOffset.UTC), now.atOffset(ZoneOffset.UTC));
                ages.put(field(node, "NodeName"), age.toSeconds());
            }
        }
        return ages;
    }

    private static void add(Map<String, Long> sums, String key, long amount) {
        if (amount > 0) {
            sums.merge(key, amount, Long::sum);
        }
    }

    private static String field(String line, String name) {
        Matcher matcher = Pattern.compile("(?:^| )" + name + "=(\\S*)").matcher(line);
        return matcher.find() ? matcher.group(1) : "";
    }

    private static long tres(String text, String name) {
        for (String part : text.split(",", -1)) {
            if (part.startsWith(name + "=")) {
                return quantity(part.substring(name.length() + 1));
            }
        }
        return 0;
    }

    /** A TRES amount; memory carries M, G or T and becomes bytes. */
    private static long quantity(String text) {
        int shift = Map.of('M', 20, 'G', 30, 'T', 40).getOrDefault(text.charAt(text.length() - 1), -1);
        return shift < 0
                ? Long.parseLong(text)
                : (long) (Double.parseDouble(text.substring(0, text.length() - 1)) * (1L << shift));
    }
}
