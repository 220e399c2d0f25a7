package dev.sluice.exporter.derive;

import dev.sluice.exporter.derive.LiveJob.Phase;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Counts job events from one poll of the job list to the next. Each job is counted once at any poll interval that does
 * not exceed the time for which slurmctld keeps ended jobs (MinJobAge):
 *
 * <ul>
 *   <li>Counting starts at the first poll: earlier events are not counted.
 *   <li>Job ID and submit time identify a job. A requeue changes the submit time and increments the restart count. Each
 *       restart implies a start, even if no poll has seen the start.
 *   <li>Each array task counts. A task that gets its own record leaves the array's record. A task that leaves without
 *       its own record was cancelled.
 *   <li>A heterogeneous job counts once, by its first component.
 *   <li>A job has started when the job's nodes are ready, not while the nodes are being configured. Slurm sets the
 *       start time again when the nodes are ready.
 * </ul>
 *
 * <p>Confined to one thread.
 */
public final class JobLife {

    /**
     * Time to remember a job that is missing from the list. A recovering slurmctld can return an incomplete list. Jobs
     * that reappear after such a list must not be counted again.
     */
    private static final Duration MEMORY = Duration.ofMinutes(10);

    /** Default of MinJobAge. If the gap between two polls is longer, a missing task may have run. */
    private static final Duration SURELY_KEPT = Duration.ofMinutes(5);

    private final Map<Long, LiveJob> jobs = new HashMap<>();
    private final Tally tally;
    private final Consumer<JobEnd> ends;
    private boolean counting;
    private long before;
    private long now;

    /**
     * @param budget cardinality limits of queues and accounts, and name rules
     * @param ends receives each end of a run once; at the first poll, also receives the ended jobs that slurmctld still
     *     keeps
     */
    public JobLife(SeriesBudget budget, Consumer<JobEnd> ends) {
        this.tally = new Tally(budget);
        this.ends = ends;
    }

    /**
     * Compares a job list with the previous job list.
     *
     * @param partitionNames partitions to include, with or without jobs
     * @param at time of the job list
     */
    public void observe(List<Job> observed, Collection<String> partitionNames, Instant at) {
        now = at.getEpochSecond();
        partitionNames.forEach(tally::partition);
        // Array records come last: their tasks may have moved to their own records.
        List<Job> arrays = new ArrayList<>();
        for (Job job : observed) {
            if (!counts(job)) {
                Optional.ofNullable(jobs.get(job.id())).ifPresent(live -> live.seenAt(now));
            } else if (holdsArray(job)) {
                arrays.add(job);
            } else {
                observe(job);
            }
        }
        arrays.forEach(this::observe);
        jobs.values().removeIf(job -> job.seenAt() < now - MEMORY.toSeconds());
        counting = true;
        before = now;
    }

    public LifeCounts counts() {
        return tally.counts();
    }

    private static boolean counts(Job job) {
        boolean furtherComponent = job.hetJobId() != 0 && job.hetJobId() != job.id();
        // A revoked job runs on another cluster of the federation. squeue hides the base state of a completing job.
        boolean runsHere = job.status().state() != JobState.REVOKED;
        return !furtherComponent && runsHere && job.status().base() != JobState.UNKNOWN;
    }

    private static boolean holdsArray(Job job) {
        return job.array().jobId() == job.id();
    }

    private void observe(Job job) {
        Optional<LiveJob> known = Optional.ofNullable(jobs.get(job.id())).filter(live -> live.is(job, before));
        LiveJob live = known.orElseGet(() -> first(job));
        live.seenAt(now);
        follow(live, job, known.isPresent());
        jobs.put(job.id(), live);
    }

    private void follow(LiveJob live, Job job, boolean known) {
        boolean stillCompleting = job.pending() && job.holdsNodes();
        if (stillCompleting && known) {
            // slurmctld sets the new submit time when the nodes are free again.
            return;
        }
        restarts(live, job);
        if (stillCompleting) {
            live.phase(Phase.REQUEUED);
            return;
        }
        if (live.phase() == Phase.REQUEUED) {
            live.wait(job);
        }
        if (job.pending()) {
            pending(live, job);
        } else if (job.ended()) {
            ended(live, job);
        } else if (job.status().state() != JobState.CONFIGURING) {
            started(live, job);
        }
        leftArray(live, job);
    }

    private LiveJob first(Job job) {
        tally.queue(job);
        return taskOfArray(job).orElseGet(() -> alone(job));
    }

    private Optional<LiveJob> taskOfArray(Job job) {
        if (job.array().jobId() == 0 || holdsArray(job)) {
            return Optional.empty();
        }
        return Optional.ofNullable(jobs.get(job.array().jobId()))
                .filter(array -> array.mayHold(job))
                .map(LiveJob::split);
    }

    private LiveJob alone(Job job) {
        if (!counting) {
            return baseline(job);
        }
        tally.submitted(job, job.array().tasks());
        return LiveJob.of(job, job.times().submittedAt(), 0);
    }

    /** For the jobs of the first poll, only the past that their records show is known. */
    private LiveJob baseline(Job job) {
        LiveJob live = LiveJob.of(
                job, Math.max(now, job.times().submittedAt()), job.status().restarts());
        if (job.ended()) {
            ends.accept(new JobEnd(job, JobEnd.Kind.EARLIER));
            live.phase(Phase.ENDED);
        } else if (!job.pending() && job.status().state() != JobState.CONFIGURING) {
            live.start(job.times().startedAt());
        }
        return live;
    }

    /** Counts new restarts. Each restart ends a run, and the run had a start. */
    private void restarts(LiveJob live, Job job) {
        int more = job.status().restarts() - live.restarts();
        if (more <= 0) {
            return;
        }
        boolean startKnown = live.phase() == Phase.STARTED || live.phase() == Phase.ENDED;
        tally.started(job, startKnown ? more - 1L : more);
        tally.requeued(job, more);
        ends.accept(new JobEnd(job, JobEnd.Kind.REQUEUE));
        if (live.phase() == Phase.STARTED && more == 1 && live.since() > 0) {
            tally.ran(job, job.times().submittedAt() - live.since());
        }
        live.wait(job);
    }

    private void pending(LiveJob live, Job job) {
        if (live.phase() != Phase.PENDING) {
            // slurmctld has lost the last minutes of its state. The counted start stays counted.
            return;
        }
        accrue(live, job, WaitCause.of(job), now);
    }

    private void accrue(LiveJob live, Job job, WaitCause cause, long until) {
        live.accrue(job, cause, until);
        tally.cause(job, cause);
    }

    private void started(LiveJob live, Job job) {
        if (live.phase() == Phase.PENDING) {
            tally.queue(job);
            tally.started(job, 1);
            if (job.times().startedAt() > 0) {
                tally.waited(job, job.times().startedAt() - job.times().submittedAt());
                live.accrue(job, live.cause(), job.times().startedAt());
                for (WaitCause cause : WaitCause.values()) {
                    if (live.waited(cause) > 0) {
                        tally.waitedFor(job, cause, live.waited(cause));
                    }
                }
            }
        }
        if (live.phase() != Phase.ENDED) {
            live.start(job.times().startedAt());
        }
    }

    private void ended(LiveJob live, Job job) {
        if (live.phase() == Phase.ENDED) {
            return;
        }
        boolean ran = job.times().startedAt() > 0 || live.phase() == Phase.STARTED;
        if (job.times().startedAt() > 0) {
            started(live, job);
            if (job.times().endedAt() > 0) {
                tally.ran(job, job.times().ranSeconds(job.times().endedAt()));
            }
        }
        // An array that is cancelled before its first task starts remains one record.
        tally.queue(job);
        tally.ended(job, job.status().base(), ran ? 1 : live.tasks());
        ends.accept(new JobEnd(job, JobEnd.Kind.END));
        live.phase(Phase.ENDED);
    }

    /**
     * Counts the tasks that left an array's record: slurmctld keeps no record of tasks that are cancelled before they
     * start.
     */
    private void leftArray(LiveJob live, Job job) {
        if (!holdsArray(job)) {
            return;
        }
        long gone = live.tasks() - job.array().tasks();
        boolean cancelledAsAWhole = job.ended() && job.times().startedAt() == 0;
        if (gone > 0 && !job.array().truncated() && !cancelledAsAWhole && now - before <= SURELY_KEPT.toSeconds()) {
            tally.ended(job, JobState.CANCELLED, gone);
        } else if (gone < 0 && counting) {
            // The earlier task list was truncated, so some tasks are new in this list.
            tally.submitted(job, -gone);
        }
        live.tasks(job);
    }

    /**
     * The end of a job run. Each end is reported once.
     *
     * @param job the job's record at the first poll after the end; without nodes after a requeue
     * @param kind what ended
     */
    public record JobEnd(Job job, Kind kind) {

        /** What ended. */
        public enum Kind {
            /** The job ended before the first poll; this end is not counted. */
            EARLIER,
            END,
            /** A run ended, and the job is pending again. */
            REQUEUE
        }

        /** Returns true if the job itself has ended. */
        public boolean ofJob() {
            return kind != Kind.REQUEUE;
        }
    }
}
