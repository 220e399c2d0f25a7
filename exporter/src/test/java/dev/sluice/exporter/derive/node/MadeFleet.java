package dev.sluice.exporter.derive.node;

import dev.sluice.exporter.derive.life.JobEnd;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * A generated cluster with 40 nodes and 40 users. A job takes one complete node: the first free node, as with Slurm's
 * defaults. 1 to 3 % of the jobs fail within a minute. slurmctld starts jobs every 5 s, and the poll interval is 15 s.
 * With broken users, all jobs of four users fail. The jobs of each other user fail on one day in ten on average. Users
 * with failing jobs submit up to five jobs together.
 */
final class MadeFleet {

    static final int NODES = 40;
    static final int NO_NODE = -1;

    private static final int USERS = 40;
    private static final int ALWAYS_BROKEN = 4;
    private static final long TICK = 5;
    private static final long POLL = 15;
    private static final long DAY = Duration.ofDays(1).toSeconds();

    private final Random random;
    private final boolean brokenUsers;
    private final BlackHoles holes = new BlackHoles();
    private final Work[] running = new Work[NODES];
    private final Deque<Integer> queue = new ArrayDeque<>();
    private final long[] brokenUntil = new long[USERS];
    private long now = JobBuilder.NOW;
    private long nextId = 1;
    private int hole = NO_NODE;
    private int failed;

    private record Work(long id, int user, long startedAt, long endsAt, boolean fails) {

        JobBuilder on(int node) {
            return JobBuilder.job(id).owner("account", "user" + user, "normal").runningOn("n" + node);
        }
    }

    MadeFleet(long seed, boolean brokenUsers) {
        this.random = new Random(seed);
        this.brokenUsers = brokenUsers;
    }

    /** Makes each job on the given node fail from now on; {@link #NO_NODE} for no node. */
    void breakNode(int node) {
        hole = node;
        failed = 0;
    }

    /** Returns the number of failed jobs on the broken node. */
    int failed() {
        return failed;
    }

    /** Advances the time to the next poll, and returns the reported nodes. */
    List<String> poll() {
        for (long until = now + POLL; now < until; now += TICK) {
            submit();
            end();
            start();
        }
        List<Job> jobs = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            if (running[node] != null) {
                jobs.add(running[node].on(node).ran(running[node].startedAt, 0).build());
            }
        }
        return holes.observe(jobs, Instant.ofEpochSecond(now)).stream()
                .map(BlackHole::node)
                .toList();
    }

    private void submit() {
        for (int user = 0; user < USERS; user++) {
            if (brokenUsers && random.nextInt((int) (10 * DAY / TICK)) == 0) {
                brokenUntil[user] = now + DAY;
            }
        }
        // Submits approximately the number of jobs that keeps the nodes busy.
        while (queue.size() < 10 && random.nextInt(brokenUsers ? 20 : 5) == 0) {
            int user = random.nextInt(USERS);
            for (int jobs = brokenUsers ? 1 + random.nextInt(5) : 1; jobs > 0; jobs--) {
                queue.add(user);
            }
        }
    }

    private void end() {
        for (int node = 0; node < NODES; node++) {
            Work work = running[node];
            if (work != null && work.endsAt <= now) {
                holes.ended(new JobEnd(
                        work.on(node)
                                .state(work.fails ? JobState.FAILED : JobState.COMPLETED)
                                .ran(work.startedAt, work.endsAt)
                                .build(),
                        JobEnd.Kind.END));
                failed += node == hole && work.fails ? 1 : 0;
                running[node] = null;
            }
        }
    }

    private void start() {
        for (int node = 0; node < NODES && !queue.isEmpty(); node++) {
            if (running[node] == null) {
                int user = queue.remove();
                boolean fails = node == hole || random.nextDouble() < failing(user);
                long seconds = fails ? 20 + random.nextInt(36) : 300 + random.nextInt(5_100);
                running[node] = new Work(nextId++, user, now, now + seconds, fails);
            }
        }
    }

    private double failing(int user) {
        boolean broken = brokenUsers && (user < ALWAYS_BROKEN || brokenUntil[user] > now);
        return broken ? 1 : 0.01 + 0.01 * (user % 3);
    }

    int node() {
        return random.nextInt(NODES);
    }
}
