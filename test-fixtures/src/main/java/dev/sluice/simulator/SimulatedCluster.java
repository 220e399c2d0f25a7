package dev.sluice.simulator;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The simulated Slurm cluster "harbor" and its queue. It moves only by {@link #advance}, in whole ticks of five
 * seconds, and depends on nothing but its seed, its start and the calls made on it: equal calls give equal clusters.
 * Not safe for several threads; {@link #view} is.
 */
public final class SimulatedCluster {
    static final long TICK = 5;
    private static final long BACKFILL_INTERVAL = 30;
    private static final Duration WARM_UP = Duration.ofHours(8);

    private final ClusterState state;
    private final Scheduler scheduler;
    private final PowerSaving powerSaving;
    private final Incidents incidents;
    private final Oddities oddities;
    private final Arrivals arrivals;
    private final boolean alive;
    private long scheduledAt;
    private Duration carried = Duration.ZERO;
    private Duration minJobAge = Duration.ofMinutes(5);

    private SimulatedCluster(long seed, long start, boolean alive) {
        SplittableRandom random = new SplittableRandom(seed);
        this.state = new ClusterState(Harbor.definition(), start);
        this.scheduler = new Scheduler(state);
        this.powerSaving = new PowerSaving(state);
        this.incidents = new Incidents(state, new Draw(random.split()));
        this.oddities = new Oddities(state, new Draw(random.split()));
        this.arrivals = new Arrivals(state, new Draw(random.split()));
        this.alive = alive;
    }

    /** A cluster with users and incidents that has been at work for a working day when the given instant comes. */
    public static SimulatedCluster living(long seed, Instant now) {
        SimulatedCluster cluster = new SimulatedCluster(seed, now.minus(WARM_UP).getEpochSecond(), true);
        cluster.advance(WARM_UP.minusSeconds(TICK));
        cluster.incidents.ensureDrain();
        cluster.oddities.fillUp();
        cluster.advance(Duration.ofSeconds(TICK));
        return cluster;
    }

    /** A cluster on which nothing happens by itself: the same nodes, no users, no incidents. */
    public static SimulatedCluster quiet(Instant now) {
        return new SimulatedCluster(1, now.getEpochSecond(), false);
    }

    /** Lets simulated time pass; less than a tick is kept for the next call. */
    public void advance(Duration time) {
        carried = carried.plus(time);
        while (carried.compareTo(Duration.ofSeconds(TICK)) >= 0) {
            carried = carried.minusSeconds(TICK);
            tick();
        }
    }

    private void tick() {
        state.moveTo(state.now() + TICK);
        state.statistics().resetAtMidnight(state.now());
        powerSaving.step();
        endWhatIsDue();
        state.forgetReservations();
        if (alive) {
            incidents.step(TICK);
            oddities.step(TICK);
            arrivals.step(TICK);
        }
        schedule();
        state.purgeEndedBefore(state.now() - minJobAge.toSeconds());
    }

    /** Like slurmctld, looks at the queue when something has changed, and at regular intervals. */
    private void schedule() {
        boolean backfill = Math.floorMod(state.now(), BACKFILL_INTERVAL) < TICK;
        if (backfill || Math.max(state.jobsChangedAt(), state.nodesChangedAt()) >= scheduledAt) {
            scheduler.run(backfill);
            scheduledAt = state.now();
        }
    }

    private void endWhatIsDue() {
        for (Job job : state.running()) {
            if (job.dueAt() <= state.now()) {
                JobState as = job.hitsLimit() ? JobState.TIMEOUT : job.request().ending();
                state.end(job, as, reasonOf(as));
            }
        }
    }

    private static JobReason reasonOf(JobState ending) {
        return switch (ending) {
            case FAILED -> JobReason.NON_ZERO_EXIT_CODE;
            case TIMEOUT -> JobReason.TIME_LIMIT;
            case NODE_FAIL -> JobReason.NODE_DOWN;
            case OUT_OF_MEMORY -> JobReason.OUT_OF_MEMORY;
            case PENDING, RUNNING, COMPLETED, CANCELLED, PREEMPTED -> JobReason.NONE;
        };
    }

    public Instant now() {
        return Instant.ofEpochSecond(state.now());
    }

    /** Everything as it is now, immutable. */
    public ClusterView view() {
        return ClusterView.of(state);
    }

    /** How long ended jobs stay visible, MinJobAge in slurm.conf; 300 s unless set. */
    public void keepEndedJobsFor(Duration age) {
        minJobAge = age;
    }

    /** Submits a job, which may start with the next tick; returns its job id. */
    public int submit(JobRequest request) {
        return state.submit(List.of(request));
    }

    /** Submits the components of a heterogeneous job; returns the job id of the first. */
    public int submitHeterogeneous(List<JobRequest> components) {
        return state.submit(components);
    }

    public void cancel(int jobId) {
        job(jobId).stream()
                .flatMap(job -> state.group(job).stream())
                .filter(job -> !job.state().ended())
                .forEach(job -> state.end(job, JobState.CANCELLED, job.reason()));
    }

    /** Lets go of a held job. */
    public void release(int jobId) {
        job(jobId).forEach(Job::release);
        state.jobsChanged();
    }

    public void drain(String node, String reason, String by) {
        state.node(node).drain(reason, by, state.now());
        state.nodesChanged();
    }

    /** Takes a node down without warning; its jobs are requeued or end as NODE_FAIL. */
    public void fail(String node) {
        incidents.fail(node, "Not responding");
    }

    /** Brings a drained or failed node back. */
    public void resume(String node) {
        state.node(node).resume(state.now());
        state.nodesChanged();
    }

    public void reserve(Reservation reservation) {
        reservation.nodes().forEach(state::node);
        state.reserve(reservation);
    }

    private List<Job> job(int id) {
        return state.job(id).stream().toList();
    }
}
