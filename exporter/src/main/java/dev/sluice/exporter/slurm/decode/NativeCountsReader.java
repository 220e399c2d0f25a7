package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.job.Holder;
import dev.sluice.exporter.model.job.JobCounts;
import dev.sluice.exporter.model.job.JobState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads job counts from slurmctld's own metrics ({@code /metrics/jobs}, {@code /metrics/partitions} and
 * {@code /metrics/jobs-users-accts}). Reads only correct counts;
 * docs/deviations-from-native.md lists slurmctld's incorrect counts.
 */
public final class NativeCountsReader {

    /** Bytes of a line that is too long. The name of a partition, user or account is far shorter. */
    private static final int MAX_LINE = 4_096;

    private static final int MAX_NAMES = 200_000;

    private final ByteArrayOutputStream line = new ByteArrayOutputStream(256);
    private final Map<Owner, Map<String, Map<Count, Long>>> counts = new EnumMap<>(Owner.class);
    private int names;
    private Optional<String> problem = Optional.empty();

    /** The owner of the counted jobs, by the prefix of the metric family's name. */
    private enum Owner {
        CLUSTER("slurm_jobs"),
        PARTITION("slurm_partition_jobs"),
        USER("slurm_user_jobs"),
        ACCOUNT("slurm_account_jobs");

        private final String prefix;

        Owner(String prefix) {
            this.prefix = prefix;
        }
    }

    /** The counted quantity, by the suffix of the metric family's name. */
    private enum Count {
        RECORDS(""),
        PENDING("_pending"),
        RUNNING("_running"),
        SUSPENDED("_suspended"),
        COMPLETING("_completing"),
        CONFIGURING("_configuring"),
        SIGNALING("_signaling"),
        RESIZING("_resizing"),
        CPUS("_cpus_alloc"),
        GPUS("_gpus_alloc");

        private final String suffix;

        Count(String suffix) {
            this.suffix = suffix;
        }
    }

    /** Reads a response; another response may follow. Returns the size of the response. */
    public long read(InputStream body) throws IOException {
        byte[] bytes = new byte[MAX_LINE];
        long size = 0;
        for (int length = body.read(bytes); length >= 0; length = body.read(bytes)) {
            size += length;
            for (int index = 0; index < length; index++) {
                if (bytes[index] == '\n') {
                    endLine();
                } else if (line.size() < MAX_LINE) {
                    line.write(bytes[index]);
                }
            }
        }
        endLine();
        return size;
    }

    private void endLine() {
        String text = line.toString(StandardCharsets.UTF_8);
        boolean tooLong = line.size() == MAX_LINE;
        line.reset();
        if (text.startsWith("slurm_")) {
            if (tooLong) {
                problem = Optional.of("a line of the response is longer than any that slurmctld sends");
            } else {
                sample(text);
            }
        }
    }

    private void sample(String text) {
        // slurmctld does not escape names, so the name is the text between the first and the last quote.
        int brace = text.indexOf('{');
        int space = text.lastIndexOf(' ');
        String family = text.substring(0, brace < 0 ? Math.max(0, space) : brace);
        String name = name(text);
        for (Owner owner : Owner.values()) {
            for (Count count : Count.values()) {
                if (family.equals(owner.prefix + count.suffix)) {
                    put(owner, name, count, text.substring(space + 1));
                }
            }
        }
    }

    private static String name(String text) {
        int first = text.indexOf('"');
        int last = text.lastIndexOf('"');
        return first < last ? text.substring(first + 1, last) : "";
    }

    private void put(Owner owner, String name, Count count, String number) {
        try {
            Map<String, Map<Count, Long>> owned = counts.computeIfAbsent(owner, unused -> new HashMap<>());
            if (!owned.containsKey(name)) {
                names++;
                if (names > MAX_NAMES) {
                    problem = Optional.of("the response has more than " + MAX_NAMES + " names");
                    return;
                }
            }
            owned.computeIfAbsent(name, unused -> new EnumMap<>(Count.class)).put(count, count(number));
        } catch (NumberFormatException e) {
            problem = Optional.of("a count is not a whole number");
        }
    }

    private static long count(String number) {
        long count = Long.parseLong(number);
        if (count < 0) {
            throw new NumberFormatException();
        }
        return count;
    }

    /** Returns the reason why the responses are unusable; empty if the responses are usable. */
    public Optional<String> problem() {
        boolean whole = all(Owner.CLUSTER).getOrDefault("", Map.of()).containsKey(Count.PENDING)
                && counts.containsKey(Owner.PARTITION);
        return whole ? problem : problem.or(() -> Optional.of("the response lacks slurm_jobs_pending or partitions"));
    }

    /** Returns the counts of all responses together. */
    public JobCounts counts() {
        Map<String, Map<JobState, Long>> partitions = new HashMap<>();
        all(Owner.PARTITION).forEach((name, counted) -> partitions.put(name, states(counted)));
        // slurmctld counts a pending job of several partitions for the job's user, but not for these partitions.
        long records = all(Owner.USER).values().stream()
                .mapToLong(counted -> of(counted, Count.RECORDS))
                .reduce(0, Amounts::sum);
        return new JobCounts(
                states(all(Owner.CLUSTER).getOrDefault("", Map.of())),
                partitions,
                uses(Owner.USER),
                uses(Owner.ACCOUNT),
                records);
    }

    private Map<String, Map<Count, Long>> all(Owner owner) {
        return counts.getOrDefault(owner, Map.of());
    }

    private static long of(Map<Count, Long> counted, Count count) {
        return counted.getOrDefault(count, 0L);
    }

    /**
     * Returns the counts by state. slurmctld's counts of running jobs include the jobs that squeue shows as
     * configuring, signaling or resizing.
     */
    private static Map<JobState, Long> states(Map<Count, Long> counted) {
        long otherwise = Amounts.sum(
                of(counted, Count.CONFIGURING), Amounts.sum(of(counted, Count.SIGNALING), of(counted, Count.RESIZING)));
        return Map.of(
                JobState.PENDING, of(counted, Count.PENDING),
                JobState.RUNNING, Math.max(0, of(counted, Count.RUNNING) - otherwise),
                JobState.SUSPENDED, of(counted, Count.SUSPENDED),
                JobState.COMPLETING, of(counted, Count.COMPLETING),
                JobState.CONFIGURING, of(counted, Count.CONFIGURING),
                JobState.SIGNALING, of(counted, Count.SIGNALING),
                JobState.RESIZING, of(counted, Count.RESIZING));
    }

    private Map<String, Holder> uses(Owner owner) {
        Map<String, Holder> uses = new HashMap<>();
        all(owner)
                .forEach((name, counted) -> uses.put(
                        name,
                        new Holder(
                                of(counted, Count.PENDING),
                                of(counted, Count.RUNNING),
                                of(counted, Count.SUSPENDED),
                                of(counted, Count.CPUS),
                                of(counted, Count.GPUS))));
        return uses;
    }
}
