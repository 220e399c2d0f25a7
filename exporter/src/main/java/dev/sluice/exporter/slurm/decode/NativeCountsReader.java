package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.job.Holder;
import dev.sluice.exporter.model.job.JobCounts;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.poll.FetchFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads job counts from slurmctld's own metrics ({@code /metrics/jobs}, {@code /metrics/partitions} and
 * {@code /metrics/jobs-users-accts}). Reads only correct counts;
 * docs/deviations-from-native.md lists slurmctld's incorrect counts.
 */
public final class NativeCountsReader {

    /** Bytes of a line that is too long. The name of a partition, user or account is far shorter. */
    private static final int MAX_LINE = 4_096;

    private static final int MAX_NAMES = 200_000;

    /** The owner of the counted jobs, and what is counted. */
    private static final Pattern FAMILY = Pattern.compile("slurm_((?:partition_|user_|account_)?)jobs"
            + "(_pending|_running|_suspended|_completing|_configuring|_signaling|_resizing|_cpus_alloc|_gpus_alloc)?");

    private static final Pattern COUNT = Pattern.compile("\\d{1,18}");

    private static final String CLUSTER = "";
    private static final String PARTITION = "partition_";
    private static final String USER = "user_";
    private static final String ACCOUNT = "account_";

    private final ByteArrayOutputStream line = new ByteArrayOutputStream(256);
    /** By owner and the owner's name. */
    private final Map<String, Map<String, Map<Count, Long>>> counts = new HashMap<>();

    private int names;
    private long bytes;

    private enum Count {
        RECORDS,
        PENDING,
        RUNNING,
        SUSPENDED,
        COMPLETING,
        CONFIGURING,
        SIGNALING,
        RESIZING,
        CPUS_ALLOC,
        GPUS_ALLOC
    }

    /** Reads a response; another response may follow. Fails with {@link FetchFailure} if the response is unusable. */
    public void read(InputStream body) throws IOException {
        byte[] chunk = new byte[MAX_LINE];
        for (int length = body.read(chunk); length >= 0; length = body.read(chunk)) {
            bytes += length;
            for (int index = 0; index < length; index++) {
                if (chunk[index] == '\n') {
                    endLine();
                } else if (line.size() < MAX_LINE) {
                    line.write(chunk[index]);
                }
            }
        }
        endLine();
    }

    public long bytes() {
        return bytes;
    }

    private void endLine() throws FetchFailure {
        String text = line.toString(StandardCharsets.UTF_8);
        boolean tooLong = line.size() == MAX_LINE;
        line.reset();
        if (text.startsWith("slurm_")) {
            if (tooLong) {
                throw FetchFailure.undecodable("a line of the response is longer than any that slurmctld sends");
            }
            sample(text);
        }
    }

    private void sample(String text) throws FetchFailure {
        int brace = text.indexOf('{');
        int space = text.lastIndexOf(' ');
        Matcher family = FAMILY.matcher(text.substring(0, brace < 0 ? Math.max(0, space) : brace));
        if (!family.matches()) {
            return;
        }
        // slurmctld does not escape names, so the name is the text between the first and the last quote.
        int first = text.indexOf('"');
        int last = text.lastIndexOf('"');
        String name = first < last ? text.substring(first + 1, last) : "";
        Map<Count, Long> counted = counts.computeIfAbsent(family.group(1), unused -> new HashMap<>())
                .computeIfAbsent(name, unused -> {
                    names++;
                    return new EnumMap<>(Count.class);
                });
        if (names > MAX_NAMES) {
            throw FetchFailure.undecodable("the response has more than " + MAX_NAMES + " names");
        }
        Count count = family.group(2) == null
                ? Count.RECORDS
                : Count.valueOf(family.group(2).substring(1).toUpperCase(Locale.ROOT));
        counted.put(count, number(text.substring(space + 1)));
    }

    private static long number(String text) throws FetchFailure {
        if (!COUNT.matcher(text).matches()) {
            throw FetchFailure.undecodable("a count is not a whole number");
        }
        return Long.parseLong(text);
    }

    /** Returns the counts of all responses together. Fails if the responses lack the counts of every slurmctld. */
    public JobCounts counts() throws FetchFailure {
        Map<Count, Long> cluster = of(CLUSTER).getOrDefault("", Map.of());
        if (!cluster.containsKey(Count.PENDING) || of(PARTITION).isEmpty()) {
            throw FetchFailure.undecodable("the response lacks slurm_jobs_pending or partitions");
        }
        Map<String, Map<JobState, Long>> partitions = new HashMap<>();
        of(PARTITION).forEach((name, counted) -> partitions.put(name, states(counted)));
        // slurmctld counts a pending job of several partitions for the job's user, but not for these partitions.
        long records = of(USER).values().stream()
                .mapToLong(counted -> counted.getOrDefault(Count.RECORDS, 0L))
                .reduce(0, Amounts::sum);
        return new JobCounts(states(cluster), partitions, holders(USER), holders(ACCOUNT), records);
    }

    private Map<String, Map<Count, Long>> of(String owner) {
        return counts.getOrDefault(owner, Map.of());
    }

    /**
     * Returns the counts by state. slurmctld's counts of running jobs include the jobs that squeue shows as
     * configuring, signaling or resizing.
     */
    private static Map<JobState, Long> states(Map<Count, Long> counted) {
        Map<JobState, Long> states = new EnumMap<>(JobState.class);
        for (Count count : EnumSet.range(Count.PENDING, Count.RESIZING)) {
            states.put(JobState.valueOf(count.name()), counted.getOrDefault(count, 0L));
        }
        for (JobState part : List.of(JobState.CONFIGURING, JobState.SIGNALING, JobState.RESIZING)) {
            states.merge(JobState.RUNNING, states.get(part), (running, other) -> Math.max(0, running - other));
        }
        return states;
    }

    private Map<String, Holder> holders(String owner) {
        Map<String, Holder> holders = new HashMap<>();
        of(owner)
                .forEach((name, counted) -> holders.put(
                        name,
                        new Holder(
                                counted.getOrDefault(Count.PENDING, 0L),
                                counted.getOrDefault(Count.RUNNING, 0L),
                                counted.getOrDefault(Count.SUSPENDED, 0L),
                                counted.getOrDefault(Count.CPUS_ALLOC, 0L),
                                counted.getOrDefault(Count.GPUS_ALLOC, 0L))));
        return holders;
    }
}
