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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

    private static final String RECORDS = "";
    private static final String PENDING = "_pending";
    private static final List<JobState> STATES = List.of(
            JobState.PENDING,
            JobState.RUNNING,
            JobState.SUSPENDED,
            JobState.COMPLETING,
            JobState.CONFIGURING,
            JobState.SIGNALING,
            JobState.RESIZING);

    private static final String CLUSTER = "";
    private static final String PARTITION = "partition_";
    private static final String USER = "user_";
    private static final String ACCOUNT = "account_";

    private final ByteArrayOutputStream line = new ByteArrayOutputStream(256);
    /** By owner, the owner's name, and what is counted. */
    private final Map<String, Map<String, Map<String, Long>>> counts = new HashMap<>();

    private int names;
    private long bytes;

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
        Map<String, Long> counted = counts.computeIfAbsent(family.group(1), unused -> new HashMap<>())
                .computeIfAbsent(name, unused -> {
                    names++;
                    return new HashMap<>();
                });
        if (names > MAX_NAMES) {
            throw FetchFailure.undecodable("the response has more than " + MAX_NAMES + " names");
        }
        String count = Objects.requireNonNullElse(family.group(2), RECORDS);
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
        Map<String, Long> cluster = of(CLUSTER).getOrDefault("", Map.of());
        if (!cluster.containsKey(PENDING) || of(PARTITION).isEmpty()) {
            throw FetchFailure.undecodable("the response lacks slurm_jobs_pending or partitions");
        }
        Map<String, Map<JobState, Long>> partitions = new HashMap<>();
        of(PARTITION).forEach((name, counted) -> partitions.put(name, states(counted)));
        // slurmctld counts a pending job of several partitions for the job's user, but not for these partitions.
        long records = of(USER).values().stream()
                .mapToLong(counted -> counted.getOrDefault(RECORDS, 0L))
                .reduce(0, Amounts::sum);
        return new JobCounts(states(cluster), partitions, holders(USER), holders(ACCOUNT), records);
    }

    private Map<String, Map<String, Long>> of(String owner) {
        return counts.getOrDefault(owner, Map.of());
    }

    /**
     * Returns the counts by state. slurmctld's counts of running jobs include the jobs that squeue shows as
     * configuring, signaling or resizing.
     */
    private static Map<JobState, Long> states(Map<String, Long> counted) {
        Map<JobState, Long> states = new EnumMap<>(JobState.class);
        for (JobState state : STATES) {
            states.put(state, counted.getOrDefault("_" + state.label(), 0L));
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
                                counted.getOrDefault(PENDING, 0L),
                                counted.getOrDefault("_running", 0L),
                                counted.getOrDefault("_suspended", 0L),
                                counted.getOrDefault("_cpus_alloc", 0L),
                                counted.getOrDefault("_gpus_alloc", 0L))));
        return holders;
    }
}
