package dev.sluice.simulator;

import dev.sluice.lab.scheduling.ClusterDefinition;
import dev.sluice.lab.scheduling.Controller;
import dev.sluice.lab.scheduling.PowerSaving;
import dev.sluice.lab.scheduling.SchedulingPass;
import dev.sluice.simulator.kubernetes.SimulatedKubernetes;
import dev.sluice.simulator.rest.Statistics;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The simulated Slurm cluster "harbor" with its queue. Time moves only by {@link #advance}, in ticks of five seconds.
 * The state depends only on the seed, the start time and the calls: equal calls give equal clusters. Not thread-safe.
 */
public final class SimulatedCluster {
    static final long TICK = 5;
    private static final long BACKFILL_INTERVAL = 30;
    private static final Duration WARM_UP = Duration.ofHours(8);
    private static final long SUSPEND_TIME = 600;
    private static final long SUSPEND_TIMEOUT = 60;
    private static final long BOOT_TIME = 180;

    private final Controller controller;
    private final Statistics statistics;
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

    private SimulatedCluster(long seed, long start, boolean alive, boolean onKubernetes) {
        SplittableRandom random = new SplittableRandom(seed);
        ClusterDefinition definition = onKubernetes ? DemoCluster.hybridDefinition() : DemoCluster.definition();
        this.statistics = new Statistics(start);
        this.controller = new Controller(definition, start, statistics);
        this.kubernetes = onKubernetes
                ? Optional.of(new SimulatedKubernetes(DemoCluster.nodeSets(), controller, start))
                : Optional.empty();
        this.powerSaving = new PowerSaving(
                controller,
                SUSPEND_TIME,
                SUSPEND_TIMEOUT,
                controller.nodes().stream().filter(node -> node.spec().cloud()).toList(),
                node -> BOOT_TIME);
        this.incidents = new Incidents(controller, new SeededRandom(random.split()));
        this.waitingJobs = new WaitingJobs(controller, new SeededRandom(random.split()));
        this.reservations = new RecurringReservations(controller, new SeededRandom(random.split()));
        this.arrivals = new Arrivals(controller, new SeededRandom(random.split()));
        this.queryingUsers = new QueryingUsers(controller, statistics, new SeededRandom(random.split()));
        this.alive = alive;
    }

    /** Creates a cluster with users and incidents. At the given instant, the cluster has run for one working day. */
    public static SimulatedCluster living(long seed, Instant now) {
        return living(seed, now, false);
    }

    /**
     * Creates a cluster with users and incidents. With Kubernetes, the H100 nodes and the cloud nodes are pods of two
     * autoscaled NodeSets.
     */
    public static SimulatedCluster living(long seed, Instant now, boolean onKubernetes) {
        long start = now.minus(WARM_UP).getEpochSecond();
        SimulatedCluster cluster = new SimulatedCluster(seed, start, true, onKubernetes);
        // All nodes run until the autoscalers have a metric source. With fewer nodes, the day would leave a backlog,
        // and the autoscalers would keep all nodes for hours.
        cluster.kubernetes.ifPresent(
                kubernetes -> DemoCluster.nodeSets().forEach(set -> kubernetes.scale(set.name(), set.max())));
        cluster.advance(WARM_UP.minusSeconds(TICK));
        cluster.incidents.ensureDrain();
        cluster.incidents.ensureFailure();
        cluster.waitingJobs.fillUp();
        cluster.advance(Duration.ofSeconds(TICK));
        return cluster;
    }

    /** Creates a quiet cluster: the same nodes, but no users and no incidents. */
    public static SimulatedCluster quiet(Instant now) {
        return quiet(now, false);
    }

    /** Creates a quiet cluster; with Kubernetes, only the operator and the autoscalers act. */
    public static SimulatedCluster quiet(Instant now, boolean onKubernetes) {
        return new SimulatedCluster(1, now.getEpochSecond(), false, onKubernetes);
    }

    /** Returns the cluster's Kubernetes, if any. */
    public Optional<SimulatedKubernetes> kubernetes() {
        return kubernetes;
    }

    /** Advances simulated time by an integer number of ticks. The remainder counts in the next call. */
    public void advance(Duration time) {
        carried = carried.plus(time);
        while (carried.compareTo(Duration.ofSeconds(TICK)) >= 0) {
            carried = carried.minusSeconds(TICK);
            tick();
        }
    }

    private void tick() {
        controller.moveTo(controller.now() + TICK);
        statistics.step(controller.now() - TICK, controller.now());
        powerSaving.step();
        controller.endDue();
        controller.forgetReservations();
        if (alive) {
            incidents.step(TICK);
            reservations.step();
            waitingJobs.step(TICK);
            arrivals.step(TICK);
            queryingUsers.step(TICK);
        }
        kubernetes.ifPresent(k -> k.step(controller.now()));
        schedule();
        controller.purgeEndedBefore(controller.now() - minJobAge.toSeconds());
    }

    /** Starts scheduling passes after changes and at regular intervals, like slurmctld. */
    private void schedule() {
        boolean backfill = Math.floorMod(controller.now(), BACKFILL_INTERVAL) < TICK;
        if (backfill || Math.max(controller.jobsChangedAt(), controller.nodesChangedAt()) >= scheduledAt) {
            SchedulingPass.Result pass = SchedulingPass.run(controller);
            statistics.backfilled(pass.backfilled());
            if (backfill) {
                statistics.backfilled(pass.depth(), controller.now());
            } else {
                statistics.scheduled(pass.depth());
            }
            scheduledAt = controller.now();
        }
    }

    /** Returns the simulated slurmctld. */
    public Controller controller() {
        return controller;
    }

    public Statistics statistics() {
        return statistics;
    }

    /** Sets the time for which ended jobs stay visible (MinJobAge in slurm.conf); default 300 s. */
    public void keepEndedJobsFor(Duration age) {
        minJobAge = age;
    }
}
