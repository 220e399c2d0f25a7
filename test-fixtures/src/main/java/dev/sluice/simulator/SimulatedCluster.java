package dev.sluice.simulator;

import dev.sluice.simulator.cluster.ClusterDefinition;
import dev.sluice.simulator.cluster.ClusterState;
import dev.sluice.simulator.cluster.ClusterView;
import dev.sluice.simulator.cluster.DemoCluster;
import dev.sluice.simulator.cluster.HybridDemoCluster;
import dev.sluice.simulator.job.Job;
import dev.sluice.simulator.job.JobReason;
import dev.sluice.simulator.job.JobRequest;
import dev.sluice.simulator.job.JobState;
import dev.sluice.simulator.kubernetes.KubernetesOptions;
import dev.sluice.simulator.kubernetes.SimulatedKubernetes;
import dev.sluice.simulator.node.Reservation;
import dev.sluice.simulator.scheduler.PowerSaving;
import dev.sluice.simulator.scheduler.Scheduler;
import dev.sluice.simulator.workload.Arrivals;
import dev.sluice.simulator.workload.DynamicNodes;
import dev.sluice.simulator.workload.Incidents;
import dev.sluice.simulator.workload.QueryingUsers;
import dev.sluice.simulator.workload.RecurringReservations;
import dev.sluice.simulator.workload.SeededRandom;
import dev.sluice.simulator.workload.WaitingJobs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
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
    private final WaitingJobs waitingJobs;
    private final RecurringReservations reservations;
    private final Arrivals arrivals;
    private final QueryingUsers queryingUsers;
    private final Optional<SimulatedKubernetes> kubernetes;
    private final boolean alive;
    private long scheduledAt;
    private Duration carried = Duration.ZERO;
    private Duration minJobAge = Duration.ofMinutes(5);

    private SimulatedCluster(long seed, long start, boolean alive, Optional<KubernetesOptions> options) {
        SplittableRandom random = new SplittableRandom(seed);
        ClusterDefinition definition = options.isPresent() ? HybridDemoCluster.definition() : DemoCluster.definition();
        this.state = new ClusterState(definition, start);
        this.kubernetes = options.map(
                o -> new SimulatedKubernetes(HybridDemoCluster.nodeSets(), new DynamicNodes(state), o, start));
        this.scheduler = new Scheduler(state);
        this.powerSaving = new PowerSaving(state);
        this.incidents = new Incidents(state, new SeededRandom(random.split()));
        this.waitingJobs = new WaitingJobs(state, new SeededRandom(random.split()));
        this.reservations = new RecurringReservations(state, new SeededRandom(random.split()));
        this.arrivals = new Arrivals(state, new SeededRandom(random.split()));
        this.queryingUsers = new QueryingUsers(state, new SeededRandom(random.split()));
        this.alive = alive;
    }

    /** A cluster with users and incidents that has been at work for a working day when the given instant comes. */
    public static SimulatedCluster living(long seed, Instant now) {
        return warm(new SimulatedCluster(seed, now.minus(WARM_UP).getEpochSecond(), true, Optional.empty()));
    }

    /**
     * The same with Kubernetes under a part of it: the H100 nodes and the cloud nodes are pods of two NodeSets, and
     * come and go.
     */
    public static SimulatedCluster livingOnKubernetes(long seed, Instant now, KubernetesOptions options) {
        SimulatedCluster cluster =
                new SimulatedCluster(seed, now.minus(WARM_UP).getEpochSecond(), true, Optional.of(options));
        // At full size until the autoscalers have somebody to ask: else the day's backlog keeps them there for hours.
        cluster.kubernetes.ifPresent(
                kubernetes -> HybridDemoCluster.nodeSets().forEach(set -> kubernetes.scale(set.name(), set.max())));
        return warm(cluster);
    }

    private static SimulatedCluster warm(SimulatedCluster cluster) {
        cluster.advance(WARM_UP.minusSeconds(TICK));
        cluster.incidents.ensureDrain();
        cluster.incidents.ensureFailure();
        cluster.waitingJobs.fillUp();
        cluster.advance(Duration.ofSeconds(TICK));
        return cluster;
    }

    /** A cluster on which nothing happens by itself: the same nodes, no users, no incidents. */
    public static SimulatedCluster quiet(Instant now) {
        return new SimulatedCluster(1, now.getEpochSecond(), false, Optional.empty());
    }

    /** The same with Kubernetes, of which only operator and autoscalers act. */
    public static SimulatedCluster quietOnKubernetes(Instant now, KubernetesOptions options) {
        return new SimulatedCluster(1, now.getEpochSecond(), false, Optional.of(options));
    }

    /** The Kubernetes under it; empty where there is none. */
    public Optional<SimulatedKubernetes> kubernetes() {
        return kubernetes;
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
            reservations.step();
            waitingJobs.step(TICK);
            arrivals.step(TICK);
            queryingUsers.step(TICK);
        }
        kubernetes.ifPresent(k -> k.step(state.now()));
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
