package dev.sluice.exporter.derive;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.job.Job;

/** The remembered state of one job record between two polls. */
@SuppressWarnings("EnumOrdinal") // The waits are in the order of the causes.
final class LiveJob {

    /** The last phase of a job that has been counted. */
    enum Phase {
        PENDING,
        /** The job is requeued, but not yet pending: the job's nodes are still completing. */
        REQUEUED,
        STARTED,
        ENDED
    }

    private static final WaitCause[] CAUSES = WaitCause.values();
    private static final int[] NONE = {};

    /** Maximum number of seconds until slurmctld makes a new job eligible: slurmctld's sched_interval. */
    private static final long FIRST_LOOK = 60;

    private long submittedAt;
    /** End of the accounted wait; after the start, the start time. Seconds since the epoch. */
    private long since;

    private long seenAt;
    private int restarts;
    private int tasks;
    private Phase phase = Phase.PENDING;
    private WaitCause cause = WaitCause.RESOURCES;
    /** Waited seconds by cause. A queue has many jobs: a map would need twice the memory. */
    private int[] waited = NONE;

    private LiveJob(long submittedAt, long since, int restarts, int tasks) {
        this.submittedAt = submittedAt;
        this.since = since;
        this.restarts = restarts;
        this.tasks = tasks;
    }

    /**
     * Returns the state of a new job.
     *
     * @param since start of the known wait, seconds since the epoch
     * @param restarts number of earlier restarts, which are not counted
     */
    static LiveJob of(Job job, long since, int restarts) {
        LiveJob live = new LiveJob(job.times().submittedAt(), since, restarts, tasksOf(job));
        live.cause = causeOf(job);
        return live;
    }

    private static WaitCause causeOf(Job job) {
        return job.pending() ? WaitCause.of(job) : WaitCause.RESOURCES;
    }

    /** Splits off a task that now has its own record; the task inherits the array's past. */
    LiveJob split() {
        tasks = Math.max(0, tasks - 1);
        LiveJob task = new LiveJob(submittedAt, since, restarts, 1);
        task.cause = cause;
        task.waited = waited.clone();
        return task;
    }

    private static int tasksOf(Job job) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(1, job.array().tasks()));
    }

    /**
     * Returns true if the record is still about this job: Slurm may have given the ID to another job.
     *
     * @param lately time of the previous poll
     */
    boolean is(Job job, long lately) {
        boolean forgotten = phase == Phase.ENDED && seenAt < lately;
        if (forgotten && job.times().submittedAt() != submittedAt) {
            return false;
        }
        return job.times().submittedAt() == submittedAt
                || job.status().restarts() > restarts
                || phase == Phase.REQUEUED;
    }

    /** Returns true if a new task could have been part of this array's record so far. */
    boolean mayHold(Job task) {
        return tasks > 0
                && (task.times().submittedAt() == submittedAt || task.status().restarts() > 0);
    }

    Phase phase() {
        return phase;
    }

    void phase(Phase now) {
        phase = now;
    }

    int restarts() {
        return restarts;
    }

    int tasks() {
        return tasks;
    }

    void tasks(Job record) {
        tasks = record.array().truncated() ? Math.max(tasks, tasksOf(record)) : tasksOf(record);
    }

    long since() {
        return since;
    }

    long seenAt() {
        return seenAt;
    }

    void seenAt(long at) {
        seenAt = at;
    }

    /** Resets the job to the start of a wait. */
    void wait(Job requeued) {
        submittedAt = requeued.times().submittedAt();
        since = requeued.times().submittedAt();
        restarts = requeued.status().restarts();
        phase = Phase.PENDING;
        cause = causeOf(requeued);
        waited = NONE;
    }

    void start(long at) {
        phase = Phase.STARTED;
        since = at;
        waited = NONE;
    }

    /**
     * Accounts for the wait since the last poll. Assumes that the cause at the last poll has applied since then. Only
     * the eligible time is known to the second.
     *
     * @param now cause at {@code until}
     * @param until end of the time to account for, seconds since the epoch
     */
    void accrue(Job job, WaitCause now, long until) {
        long eligible = job.times().eligibleAt();
        long from = since;
        if (until > from) {
            long split = eligible <= 0 ? from : Math.max(from, Math.min(until, eligible));
            add(beforeEligible(now, split - from), split - from);
            add(eligible > 0 && cause.ineligible() ? afterEligible(now) : cause, until - split);
            since = until;
        } else if (until < from) {
            // The clocks differ: the job's start time is before the end of the accounted wait.
            takeBack(from - until);
            since = until;
        }
        cause = now;
    }

    private WaitCause beforeEligible(WaitCause now, long seconds) {
        if (cause.ineligible()) {
            return cause;
        }
        if (now.ineligible()) {
            return now;
        }
        return seconds <= FIRST_LOOK ? WaitCause.RESOURCES : WaitCause.OTHER;
    }

    private static WaitCause afterEligible(WaitCause now) {
        return now.ineligible() ? WaitCause.RESOURCES : now;
    }

    private void add(WaitCause what, long seconds) {
        if (seconds > 0) {
            if (waited.length == 0) {
                waited = new int[CAUSES.length];
            }
            waited[what.ordinal()] = (int) Math.min(Integer.MAX_VALUE, Amounts.sum(waited(what), seconds));
        }
    }

    /** Subtracts seconds from the current cause first, then from the other causes. */
    private void takeBack(long seconds) {
        long left = seconds - take(cause, seconds);
        for (int last = CAUSES.length - 1; last >= 0; last--) {
            left -= take(CAUSES[last], left);
        }
    }

    private long take(WaitCause what, long seconds) {
        long taken = Math.min(seconds, waited(what));
        if (taken > 0) {
            waited[what.ordinal()] -= (int) taken;
        }
        return taken;
    }

    WaitCause cause() {
        return cause;
    }

    long waited(WaitCause what) {
        return waited.length == 0 ? 0 : waited[what.ordinal()];
    }
}
