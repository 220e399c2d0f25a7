package dev.sluice.exporter.derive.node;

import dev.sluice.exporter.derive.life.JobEnd;
import dev.sluice.exporter.derive.node.BlackHole.FailedJob;
import dev.sluice.exporter.derive.node.UserRuns.Elsewhere;
import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.job.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
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
 * Finds nodes that take one job after another and let each fail within a minute. A node is named when, since a job was
 * fine on it, at least {@value #MIN_JOBS} jobs of at least {@value #MIN_USERS} users failed on it, and when these failures
 * would be less likely than {@value #MAX_CHANCE} if the node were like others:
 *
 * <ul>
 *   <li>A user whose jobs were never fine elsewhere does not count.
 *   <li>Each failure of a user counts with the probability that a job of the user begins to fail elsewhere, or with the
 *       part of earlier jobs that failed on this node where it is higher, as on a node for debugging. Failures in a row
 *       are one: a program that is broken fails until it is mended.
 *   <li>The failures of one user can have one cause in the user's program. So a further failure counts in full only where a
 *       job of the user that started elsewhere at the same time was fine, and then at most {@value #MAX_FAILURES} in all;
 *       else all further ones halve the probability, and do not count as jobs.
 *   <li>A job on several nodes counts on the one with the most failures, and nowhere where two have as many.
 * </ul>
 *
 * <p>Confined to one thread.
 */
public final class BlackHoles {

    private static final int MIN_JOBS = 3;
    private static final int MIN_USERS = 2;
    private static final int MAX_FAILURES = 2;

    /** How likely a program that has failed fails again. */
    private static final double REPEATED = 0.5;

    private static final double MAX_CHANCE = 3e-5;

    /** A start so long before a failure is at the same time. */
    private static final long CONTROL = Duration.ofMinutes(15).toSeconds();

    private static final long MEMORY = Duration.ofHours(24).toSeconds();

    private static final int MAX_USERS = 1_000;
    private static final int MAX_NODES = 20_000;

    /** How many are named at once: where there are more, the nodes are not the cause. */
    private static final int MAX_NAMED = 100;

    /** Those with the most failures are judged. Users whose jobs fail on every node make one of each node. */
    private static final int MAX_CANDIDATES = 500;

    /** Of the running jobs of a user, those that started last say whether the user's jobs are fine. */
    private static final int MAX_RUNNING = 64;

    private final Map<String, UserRuns> users = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<String, NodeRuns> nodes = new LinkedHashMap<>(16, 0.75f, true);

    /** Named until a job is fine on the node, or until its failures are too old. */
    private final SortedMap<String, BlackHole> found = new TreeMap<>();

    /** Takes in the end of a run; once. */
    public void ended(JobEnd end) {
        if (end.ofJob()) {
            Run.ended(end.job()).ifPresent(this::add);
        }
    }

    private void add(Run run) {
        of(users, run.user(), MAX_USERS, UserRuns::new).add(run);
        run.nodeNames()
                .forEach(node -> of(nodes, node, MAX_NODES, NodeRuns::new).add(run));
    }

    private static <T> T of(Map<String, T> kept, String name, int room, Supplier<T> fresh) {
        T known = kept.computeIfAbsent(name, unused -> fresh.get());
        if (kept.size() > room) {
            Iterator<String> unusedForLongest = kept.keySet().iterator();
            unusedForLongest.next();
            unusedForLongest.remove();
        }
        return known;
    }

    /**
     * The nodes that are black holes now, by name.
     *
     * @param jobs all jobs as observed at that time, after their ends were taken in
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
                        });
            }
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

    /** The running jobs of users whose jobs failed; a candidate on which a job started after the failures is cleared. */
    private static Map<String, List<Run>> running(List<Job> jobs, long now, Map<String, NodeRuns> candidates) {
        Map<String, List<Run>> byUser = new HashMap<>();
        candidates.values().stream()
                .flatMap(runs -> runs.failed().stream())
                .forEach(run -> byUser.putIfAbsent(run.user(), new ArrayList<>()));
        for (Job job : jobs) {
            if (Run.lasts(job, now)) {
                Hostlist.visit(
                        job.nodes(),
                        name -> Optional.ofNullable(candidates.get(name))
                                .ifPresent(runs -> runs.fine(job.startedAt())));
                Optional.ofNullable(byUser.get(job.user())).ifPresent(runs -> runs.add(Run.running(job)));
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
        List<FailedJob> evidence = new ArrayList<>();
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
                of.getValue().stream().map(FailedJob::of).forEach(evidence::add);
            }
        }
        evidence.sort((one, other) -> Long.compare(one.endedAt(), other.endedAt()));
        return users >= MIN_USERS && failures >= MIN_JOBS && chance <= MAX_CHANCE
                ? Optional.of(new BlackHole(node, evidence, chance))
                : Optional.empty();
    }

    /** The node of a failed run on which the most runs failed; empty where two have as many. */
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
        Optional.ofNullable(users.get(user))
                .ifPresent(runs -> runs.countInto(elsewhere, run -> run.on(node) || onNamed(run)));
        running.getOrDefault(user, List.of()).stream()
                .filter(run -> !run.on(node))
                .forEach(elsewhere::add);
        return elsewhere;
    }

    /** What fails on another black hole does not speak against the user. */
    private boolean onNamed(Run run) {
        return !found.isEmpty() && run.failed() && run.nodeNames().stream().anyMatch(this::named);
    }
}
