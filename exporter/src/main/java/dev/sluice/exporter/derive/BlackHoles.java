package dev.sluice.exporter.derive;

import dev.sluice.exporter.derive.JobLife.JobEnd;
import dev.sluice.exporter.derive.Run.NodeRuns;
import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.job.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Finds nodes on which many jobs fail within a minute of their start. A node is a black hole if at least
 * {@value #MIN_JOBS} jobs of at least {@value #MIN_USERS} users failed on the node since a job was fine on the node,
 * and if the probability of these failures on an ordinary node is at most {@value #MAX_CHANCE}:
 *
 * <ul>
 *   <li>A user whose jobs were never fine on other nodes does not count.
 *   <li>The probability of one failure is the user's failure rate on other nodes. If the earlier failure rate of this
 *       node is higher, for example on a node for debugging, the higher rate applies. Consecutive failures on other
 *       nodes count as one failure, because a broken program fails until it is fixed.
 *   <li>Failures of one user can have one cause in the user's program. If a job of the user started on another node at
 *       the same time and was fine, up to {@value #MAX_FAILURES} failures count in full. Otherwise, only one failure
 *       counts in full. Further failures together halve the probability, and do not count as jobs.
 *   <li>A job on several nodes counts only on the node with the most failures. If two nodes have the same number of
 *       failures, the job does not count.
 * </ul>
 *
 * <p>Confined to one thread.
 */
public final class BlackHoles {

    private static final int MIN_JOBS = 3;
    private static final int MIN_USERS = 2;
    private static final int MAX_FAILURES = 2;

    /** Probability that a failed program fails again. */
    private static final double REPEATED = 0.5;

    private static final double MAX_CHANCE = 3e-5;

    /**
     * A job on another node counts as started at the same time if the job started at most this many seconds before the
     * user's first failed job.
     */
    private static final long CONTROL = Duration.ofMinutes(15).toSeconds();

    private static final long MEMORY = Duration.ofHours(24).toSeconds();

    private static final int MAX_USERS = 1_000;
    /**
     * Maximum number of runs of a user to remember. If none of these runs failed, the probability of three failures is
     * below 1 in 100,000.
     */
    private static final int MAX_RUNS = 64;

    private static final int MAX_NODES = 20_000;

    /**
     * Maximum number of black holes at a time. If more nodes look like black holes, the cause is probably not the
     * nodes.
     */
    private static final int MAX_NAMED = 100;

    /**
     * Maximum number of candidates to examine, nodes with the most failures first. If a user's jobs fail on every node,
     * every node is a candidate.
     */
    private static final int MAX_CANDIDATES = 500;

    /** Maximum number of running jobs per user to consider, most recently started first. */
    private static final int MAX_RUNNING = 64;

    private final Map<String, Deque<Run>> users = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<String, NodeRuns> nodes = new LinkedHashMap<>(16, 0.75f, true);

    /** The current black holes by node; kept until a job is fine on the node, or until its failures are too old. */
    private final SortedMap<String, BlackHole> found = new TreeMap<>();

    /** Results of {@link #onNamed}, which reads hostlists; valid for one observation and one set of named nodes. */
    private final IdentityHashMap<Run, Boolean> onNamed = new IdentityHashMap<>();

    /** Records the end of a run. Call once for each end. */
    public void ended(JobEnd end) {
        if (end.ofJob()) {
            Run.ended(end.job()).ifPresent(this::add);
        }
    }

    private void add(Run run) {
        Deque<Run> runs = of(users, run.user(), MAX_USERS, ArrayDeque::new);
        if (runs.size() == MAX_RUNS) {
            runs.removeFirst();
        }
        runs.addLast(run);
        run.nodeNames()
                .forEach(node -> of(nodes, node, MAX_NODES, NodeRuns::new).add(run));
    }

    private static <T> T of(Map<String, T> kept, String name, int max, Supplier<T> fresh) {
        T known = kept.computeIfAbsent(name, unused -> fresh.get());
        if (kept.size() > max) {
            Iterator<String> unusedForLongest = kept.keySet().iterator();
            unusedForLongest.next();
            unusedForLongest.remove();
        }
        return known;
    }

    /**
     * Returns the current black holes, ordered by node name.
     *
     * @param jobs all jobs at that time; call {@link #ended} for the ends of jobs first
     */
    public List<BlackHole> observe(List<Job> jobs, Instant at) {
        long now = at.getEpochSecond();
        Map<String, NodeRuns> candidates = new HashMap<>();
        nodes.forEach((name, runs) -> {
            runs.forgetBefore(now - MEMORY);
            if (runs.named() || (runs.failures() >= MIN_JOBS && runs.users() >= MIN_USERS)) {
                candidates.put(name, runs);
            }
        });
        if (!candidates.isEmpty()) {
            Map<String, List<Run>> running = running(jobs, now, candidates);
            IdentityHashMap<Run, Optional<String>> suspects = new IdentityHashMap<>();
            for (Map.Entry<String, NodeRuns> each : mostFailures(candidates)) {
                String name = each.getKey();
                judge(name, each.getValue(), running, suspects)
                        .filter(unused -> found.containsKey(name) || found.size() < MAX_NAMED)
                        .ifPresent(hole -> {
                            each.getValue().name();
                            found.put(name, hole);
                            onNamed.clear();
                        });
            }
            onNamed.clear();
        }
        found.keySet().removeIf(name -> !named(name));
        return List.copyOf(found.values());
    }

    private static List<Map.Entry<String, NodeRuns>> mostFailures(Map<String, NodeRuns> candidates) {
        return candidates.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<String, NodeRuns> each) ->
                                -each.getValue().failures())
                        .thenComparing(Map.Entry::getKey))
                .limit(MAX_CANDIDATES)
                .toList();
    }

    /**
     * Returns the running jobs of users with failed jobs. Clears candidates on which a job started after the failures.
     */
    private static Map<String, List<Run>> running(List<Job> jobs, long now, Map<String, NodeRuns> candidates) {
        Map<String, List<Run>> byUser = new HashMap<>();
        candidates.values().stream()
                .flatMap(runs -> runs.failed().stream())
                .forEach(run -> byUser.putIfAbsent(run.user(), new ArrayList<>()));
        for (Job job : jobs) {
            if (Run.lasts(job, now)) {
                Hostlist.names(job.allocation().nodes())
                        .forEach(name -> Optional.ofNullable(candidates.get(name))
                                .ifPresent(runs -> runs.fine(job.times().startedAt())));
                Optional.ofNullable(byUser.get(job.owner().user())).ifPresent(runs -> runs.add(Run.running(job)));
            }
        }
        byUser.replaceAll((user, runs) -> lastStarted(runs));
        return byUser;
    }

    private static List<Run> lastStarted(List<Run> runs) {
        return runs.size() <= MAX_RUNNING
                ? runs
                : runs.stream()
                        .sorted(Comparator.comparingLong(Run::startedAt).reversed())
                        .limit(MAX_RUNNING)
                        .toList();
    }

    private Optional<BlackHole> judge(
            String node,
            NodeRuns suspect,
            Map<String, List<Run>> running,
            IdentityHashMap<Run, Optional<String>> suspects) {
        Map<String, List<Run>> failedByUser = new LinkedHashMap<>();
        for (Run run : suspect.failed()) {
            if (suspects.computeIfAbsent(run, this::suspect).equals(Optional.of(node))) {
                failedByUser
                        .computeIfAbsent(run.user(), unused -> new ArrayList<>())
                        .add(run);
            }
        }
        List<Run> evidence = new ArrayList<>();
        int users = 0;
        int failures = 0;
        double chance = 1;
        for (Map.Entry<String, List<Run>> of : failedByUser.entrySet()) {
            Elsewhere elsewhere =
                    elsewhere(node, of.getKey(), of.getValue().get(0).startedAt() - CONTROL, running);
            if (elsewhere.anyFine()) {
                users++;
                int counted = elsewhere.control()
                        ? Math.min(MAX_FAILURES, of.getValue().size())
                        : 1;
                chance *= Math.pow(Math.max(elsewhere.chance(), suspect.pastShare()), counted);
                chance *= of.getValue().size() > counted ? REPEATED : 1;
                failures += counted;
                evidence.addAll(of.getValue());
            }
        }
        evidence.sort((one, other) -> Long.compare(one.endedAt(), other.endedAt()));
        return users >= MIN_USERS && failures >= MIN_JOBS && chance <= MAX_CHANCE
                ? Optional.of(new BlackHole(node, evidence, chance))
                : Optional.empty();
    }

    /** Returns the node of a failed run with the most failures; empty if two nodes have the same number of failures. */
    private Optional<String> suspect(Run run) {
        String most = "";
        int failures = -1;
        boolean shared = false;
        for (String name : run.nodeNames()) {
            int here = failures(name);
            shared = here == failures || (shared && here < failures);
            if (here > failures) {
                most = name;
                failures = here;
            }
        }
        return shared ? Optional.empty() : Optional.of(most);
    }

    private int failures(String node) {
        return Optional.ofNullable(nodes.get(node)).map(NodeRuns::failures).orElse(0);
    }

    private boolean named(String node) {
        return Optional.ofNullable(nodes.get(node)).map(NodeRuns::named).orElse(false);
    }

    private Elsewhere elsewhere(String node, String user, long since, Map<String, List<Run>> running) {
        Elsewhere elsewhere = new Elsewhere(since);
        users.getOrDefault(user, new ArrayDeque<>()).stream()
                .filter(run -> !run.on(node) && !onNamed(run))
                .forEach(elsewhere::add);
        running.getOrDefault(user, List.of()).stream()
                .filter(run -> !run.on(node))
                .forEach(elsewhere::add);
        return elsewhere;
    }

    /** Failures on another black hole do not count against the user. */
    private boolean onNamed(Run run) {
        return !found.isEmpty()
                && run.failed()
                && onNamed.computeIfAbsent(
                        run, unused -> run.nodeNames().stream().anyMatch(this::named));
    }

    /** The runs of a user's jobs on nodes that are not suspected. */
    static final class Elsewhere {

        /** Failure probability if the user's newest job on other nodes failed. */
        private static final double BROKEN = 0.5;

        private final long since;
        private int fine;
        private int failures;
        private boolean failing;
        private boolean control;

        /**
         * @param since earliest start time that counts as simultaneous, in seconds since the epoch
         */
        Elsewhere(long since) {
            this.since = since;
        }

        /** Adds a run. Call in the order in which the runs ended. */
        void add(Run run) {
            if (!run.failed()) {
                fine++;
                control |= run.startedAt() >= since;
            } else if (!failing) {
                failures++;
            }
            failing = run.failed();
        }

        boolean anyFine() {
            return fine > 0;
        }

        /**
         * Returns the probability that a job begins to fail, by Jeffreys' estimate: 0.8 % after 0 failures in 64 runs.
         */
        double chance() {
            return failing ? BROKEN : (failures + 0.5) / (fine + failures + 1);
        }

        /** Returns true if a job that started on another node at the same time was fine. */
        boolean control() {
            return control;
        }
    }

    /**
     * A node on which jobs of several users fail quickly, although jobs of these users do not fail on other nodes.
     *
     * @param jobs failed jobs, oldest first
     * @param chance upper limit of the probability that so many jobs fail on a healthy node, from the failure rates of
     *     the jobs' users on other nodes
     */
    public record BlackHole(String node, List<Run> jobs, double chance) {

        public BlackHole {
            jobs = List.copyOf(jobs);
        }

        public long users() {
            return jobs.stream().map(Run::user).distinct().count();
        }
    }
}
