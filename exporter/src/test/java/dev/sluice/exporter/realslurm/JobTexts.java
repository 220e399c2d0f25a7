package dev.sluice.exporter.realslurm;

import dev.sluice.exporter.truth.tool.Fields;
import dev.sluice.exporter.truth.tool.Squeue;
import dev.sluice.exporter.truth.tool.ToolCommand;
import dev.sluice.exporter.truth.tool.ToolTexts;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The output of squeue, sprio, sshare, sinfo and scontrol at one time: the jobs, and all reasons that keep the jobs
 * pending.
 */
final class JobTexts {

    private static final List<ToolCommand> LOOK = List.of(
            ToolCommand.SSHARE,
            ToolCommand.RESERVATIONS,
            ToolCommand.LICENSES,
            ToolCommand.PARTITIONS,
            ToolCommand.LIMITS,
            ToolCommand.QOS,
            ToolCommand.ASSOCIATIONS,
            ToolCommand.NODES,
            ToolCommand.SINFO,
            ToolCommand.JOBS,
            ToolCommand.SQUEUE);

    private final ToolTexts texts;
    private final List<Squeue.Line> lines;
    private final Map<String, Map<String, String>> jobs;
    private final Map<String, Long> priorities = new HashMap<>();

    /** The priorities from {@code sprio}. The output omits jobs that are not eligible. */
    private final Map<String, Long> weighed = new HashMap<>();

    private JobTexts(ToolTexts texts, List<String> squeue, List<String> sprio) {
        this.texts = texts;
        this.lines = Squeue.of(texts).lines();
        this.jobs = byName(texts.records(ToolCommand.JOBS), "JobId");
        read(squeue, priorities);
        read(sprio, weighed);
    }

    static JobTexts look(RealCluster cluster) throws Exception {
        return new JobTexts(
                cluster.look(LOOK),
                cluster.cli("squeue", "-h", "-a", "-t", "PD", "-o", "%A|%Q"),
                cluster.cli("sprio", "-h", "-o", "%i|%Y"));
    }

    private static void read(List<String> pairs, Map<String, Long> numbers) {
        for (String pair : pairs) {
            String[] cells = pair.split("\\|", -1);
            numbers.put(cells[0].strip(), Long.valueOf(cells[1].strip()));
        }
    }

    private static Map<String, Map<String, String>> byName(List<Map<String, String>> records, String name) {
        return records.stream()
                .filter(record -> !Fields.text(record, name).isEmpty())
                .collect(Collectors.toMap(
                        record -> Fields.text(record, name), Function.identity(), (first, second) -> first));
    }

    Instant at() {
        return texts.at();
    }

    List<Squeue.Line> lines() {
        return lines;
    }

    List<Squeue.Line> pending() {
        return lines.stream().filter(line -> line.state().equals("pending")).toList();
    }

    List<Squeue.Line> running() {
        return lines.stream().filter(line -> line.state().equals("running")).toList();
    }

    /** Returns the record of {@code scontrol show job}. */
    Map<String, String> job(String id) {
        return jobs.getOrDefault(id, Map.of());
    }

    long priority(Squeue.Line line) {
        return priorities.getOrDefault(line.id(), 0L);
    }

    Optional<Long> weighed(Squeue.Line line) {
        return Optional.ofNullable(weighed.get(line.id()));
    }

    Map<String, Map<String, String>> licenses() {
        return byName(texts.records(ToolCommand.LICENSES), "LicenseName");
    }

    Map<String, Map<String, String>> reservations() {
        return byName(texts.records(ToolCommand.RESERVATIONS), "ReservationName");
    }

    Map<String, Map<String, String>> partitions() {
        return byName(texts.records(ToolCommand.PARTITIONS), "PartitionName");
    }

    Map<String, Map<String, String>> nodes() {
        return byName(texts.records(ToolCommand.NODES), "NodeName");
    }

    /** Returns the allocated, idle and other CPUs of a partition, from sinfo. */
    List<Long> cpus(String partition) {
        long[] sums = new long[3];
        for (Map<String, String> row : texts.table(ToolCommand.SINFO)) {
            if (Fields.text(row, "PARTITION").replace("*", "").equals(partition)) {
                String[] cpus = Fields.text(row, "CPUS(A/I/O/T)").split("/", -1);
                for (int i = 0; i < sums.length; i++) {
                    sums[i] += Long.parseLong(cpus[i]);
                }
            }
        }
        return List.of(sums[0], sums[1], sums[2]);
    }

    /** Returns the lines of {@code scontrol show assoc_mgr}. */
    List<String> limits() {
        return texts.of(ToolCommand.LIMITS);
    }

    /** Returns a user's rows of sshare. */
    List<Map<String, String>> shares(String user) {
        return texts.table(ToolCommand.SSHARE).stream()
                .filter(row -> Fields.text(row, "User").equals(user))
                .toList();
    }
}
