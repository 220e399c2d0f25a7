package dev.sluice.exporter.derive.life;

import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.life.LiveJob.Phase;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Counts what happens to jobs, from one observation of the queue to the next. Each job is counted once whatever the
 * rhythm, provided that observations are no further apart than slurmctld keeps jobs that have ended (MinJobAge):
 *
 * <ul>
 *   <li>The first observation is where counting begins: what happened before it is not counted.
 *   <li>A job is its id and its time of submission. A requeue changes the latter and raises the count of restarts, and
 *       each restart tells of a start, also of one that was never observed.
 *   <li>Tasks of an array are counted one by one. A task that gets a record of its own leaves the array's; tasks that
 *       leave it without one were cancelled.
 *   <li>A heterogeneous job is counted once, by its first component.
 *   <li>A job has started when its nodes are ready, not while they are being configured: Slurm itself sets the start
 *       again then.
 * </ul>
 *
 * <p>Observations come from one thread.
 */
public final class JobLife {

    /**
     * How long a job that is not in the list is remembered: slurmctld can answer with a list in which some are missing
     * while it recovers, and must not make us count them again.
     */
    private static final Duration MEMORY = Duration.ofMinutes(10);

    /**
     * MinJobAge unless it is configured. After a longer gap a task that is not there any more may as well have run.
     */
    private static final Duration SURELY_KEPT = Duration.ofMinutes(5);

    private final LiveJobs jobs = new LiveJobs();
    private final Tally tally;
    private final Consumer<JobEnd> ends;
    private boolean counting;
    private long before;
    private long now;

    /**
     * Begins with nothing.
     *
     * @param budget how many queues and accounts have histograms of their own, and under which names
     * @param ends takes each end of a run, once; of the first observation those of jobs that slurmctld still keeps
     */
    public JobLife(SeriesBudget budget, Consumer<JobEnd> ends) {
        this.tally = new Tally(budget);
        this.ends = ends;
    }

    /**
     * Compares with the observation before.
     *
     * @param partitionNames partitions to show even where no job was in them
     * @param at when the jobs were observed
     */
    public void observe(List<Job> observed, Collection<String> partitionNames, Instant at) {
        now = at.getEpochSecond();
        partitionNames.forEach(tally::partition);
        // First those that may have left an array's record, then the records that they have left.
        List<Job> arrays = new ArrayList<>();
        for (Job job : observed) {
            if (counts(job) && holdsArray(job)) {
                arrays.add(job);
            } else if (counts(job)) {
                observe(job);
            }
        }
        arrays.forEach(this::observe);
        jobs.retainSeenSince(now - MEMORY.toSeconds());
        counting = true;
        before = now;
    }

    /** What happened until now. */
    public LifeCounts counts() {
        return tally.counts();
    }

    private static boolean counts(Job job) {
        boolean furtherComponent = job.hetJobId() != 0 && job.hetJobId() != job.id();
        return !furtherComponent && job.base() != JobState.UNKNOWN;
    }

    private static boolean holdsArray(Job job) {
        return job.arrayJobId() == job.id();
    }

    private void observe(Job job) {
        Optional<LiveJob> known = jobs.get(job.id()).filter(live -> live.is(job, before));
        LiveJob live = known.orElseGet(() -> first(job));
        live.seenAt(now);
        follow(live, job, known.isPresent());
        jobs.put(live);
    }

    private void follow(LiveJob live, Job job, boolean known) {
        boolean stillCompleting = job.pending() && job.holdsNodes();
        if (stillCompleting && known) {
            // slurmctld sets the new time of submission when the nodes are free again.
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
        } else if (job.state() != JobState.CONFIGURING) {
            started(live, job);
        }
        leftArray(live, job);
    }

    private LiveJob first(Job job) {
        tally.queue(job);
        return taskOfArray(job).orElseGet(() -> alone(job));
    }

    private Optional<LiveJob> taskOfArray(Job job) {
        if (job.arrayJobId() == 0 || holdsArray(job)) {
            return Optional.empty();
        }
        return jobs.get(job.arrayJobId()).filter(array -> array.mayHold(job)).map(array -> {
            LiveJob task = array.split(job);
            jobs.put(array);
            return task;
        });
    }

    private LiveJob alone(Job job) {
        if (!counting) {
            return baseline(job);
        }
        tally.submitted(job, job.tasks());
        return LiveJob.of(job, job.submittedAt(), 0);
    }

    /** Of the past of the first jobs we know nothing, but what Slurm still tells. */
    private LiveJob baseline(Job job) {
        LiveJob live = LiveJob.of(job, Math.max(now, job.submittedAt()), job.restarts());
        if (job.ended()) {
            ends.accept(new JobEnd(job, JobEnd.Kind.EARLIER));
            live.phase(Phase.ENDED);
        } else if (!job.pending() && job.state() != JobState.CONFIGURING) {
            live.start(job.startedAt());
        }
        return live;
    }

    /** Each restart is the end of a run, and the run had a start. */
    private void restarts(LiveJob live, Job job) {
        int more = job.restarts() - live.restarts();
        if (more <= 0) {
            return;
        }
        boolean startKnown = live.phase() == Phase.STARTED || live.phase() == Phase.ENDED;
        tally.started(job, startKnown ? more - 1L : more);
        tally.requeued(job, more);
        ends.accept(new JobEnd(job, JobEnd.Kind.REQUEUE));
        if (live.phase() == Phase.STARTED && more == 1 && live.since() > 0) {
            tally.ran(job, job.submittedAt() - live.since());
        }
        live.wait(job);
    }

    private void pending(LiveJob live, Job job) {
        if (live.phase() != Phase.PENDING) {
            // A slurmctld that has lost the last minutes of its state: the start has been counted, and so it stays.
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
            if (job.startedAt() > 0) {
                tally.waited(job, job.startedAt() - job.submittedAt());
                live.accrue(job, live.cause(), job.startedAt());
                for (WaitCause cause : WaitCause.values()) {
                    if (live.waited(cause) > 0) {
                        tally.waitedFor(job, cause, live.waited(cause));
                    }
                }
            }
        }
        if (live.phase() != Phase.ENDED) {
            live.start(job.startedAt());
        }
    }

    private void ended(LiveJob live, Job job) {
        if (live.phase() == Phase.ENDED) {
            return;
        }
        boolean ran = job.startedAt() > 0 || live.phase() == Phase.STARTED;
        if (job.startedAt() > 0) {
            started(live, job);
            if (job.endedAt() > 0) {
                tally.ran(job, job.endedAt() - job.startedAt());
            }
        }
        // An array that is cancelled before a task has started is one record until the end.
        tally.queue(job);
        tally.ended(job, job.base(), ran ? 1 : live.tasks());
        ends.accept(new JobEnd(job, JobEnd.Kind.END));
        live.phase(Phase.ENDED);
    }

    /** Of tasks that are cancelled before they start, slurmctld keeps nothing. */
    private void leftArray(LiveJob live, Job job) {
        if (!holdsArray(job)) {
            return;
        }
        long gone = live.tasks() - job.tasks();
        boolean cancelledAsAWhole = job.ended() && job.startedAt() == 0;
        if (gone > 0 && !job.tasksTruncated() && !cancelledAsAWhole && now - before <= SURELY_KEPT.toSeconds()) {
            tally.ended(job, JobState.CANCELLED, gone);
        } else if (gone < 0 && counting) {
            // The list of tasks was cut short, and more of them are seen only now.
            tally.submitted(job, -gone);
        }
        live.tasks(job);
    }
}
