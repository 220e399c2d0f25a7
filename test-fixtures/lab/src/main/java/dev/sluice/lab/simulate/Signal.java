package dev.sluice.lab.simulate;

import dev.sluice.exporter.derive.scaling.ScalingPolicy;
import dev.sluice.lab.hpa.ScalingRules;
import dev.sluice.lab.simulate.kubernetes.SimulatedNodeSet;
import dev.sluice.lab.simulate.nodes.PowerSavedNodes;
import dev.sluice.lab.simulate.nodes.Provisioning;
import dev.sluice.lab.simulate.nodes.ScaledNodes;
import dev.sluice.lab.simulate.signal.Autoscaler;
import dev.sluice.lab.simulate.signal.BusyPlusPending;
import dev.sluice.lab.simulate.signal.PendingJobsTrigger;
import dev.sluice.lab.simulate.signal.SluiceSignal;
import dev.sluice.lab.simulate.slurm.NodeSetSpec;
import dev.sluice.lab.simulate.slurm.Slurm;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;

/** The compared ways to set the number of nodes. */
enum Signal {
    /** KEDA with a trigger on the number of pending jobs, as in slurm-operator's documentation. */
    DOCUMENTED("pending jobs"),
    /** An HPA on a PromQL expression: busy nodes plus pending jobs. */
    BUSY_PLUS_PENDING("busy + pending jobs"),
    /** Slurm's own power saving, with SuspendTime equal to an HPA's stabilization window. */
    POWER_SAVING("power saving"),
    /** All nodes at all times. */
    STATIC_MAXIMUM("static maximum"),
    /** Sluice's signal and an HPA with tolerance 0, as in the examples of the documentation. */
    SLUICE("sluice"),
    /** Sluice's signal and an HPA with the default tolerance. */
    SLUICE_TOLERANT("sluice, tolerance 0.1"),
    /** Sluice's signal, raised where the HPA's default tolerance would hide an increase. */
    SLUICE_COMPENSATED("sluice, tolerance 0.1, compensated"),
    /** Sluice's signal without aging. A job that never fits is never counted. */
    SLUICE_WITHOUT_AGING("sluice, no aging"),
    /** Sluice's signal, limited to the number of nodes that drains the queue within 5 min. */
    SLUICE_DRAIN_TARGET("sluice, drain target 300 s"),
    /** Sluice's signal with a drain target of 5 min and a stabilization window of 1 min. */
    SLUICE_DRAIN_TARGET_SHORT_WINDOW("sluice, drain target 300 s, window 60 s");

    private static final Autoscaler NEVER = (now, readable) -> {};

    private final String label;

    Signal(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /** Returns the cluster of a scenario under this signal. */
    SimulatedCluster cluster(Scenario scenario) {
        ScalingPolicy policy = ScalingPolicy.DEFAULT;
        double tolerance = ScalingRules.DEFAULT_TOLERANCE;
        SluiceSignal.Settings recommended = SluiceSignal.Settings.RECOMMENDED;
        SluiceSignal.Settings draining = recommended.with(policy.withDrainTarget(Duration.ofMinutes(5)));
        return switch (this) {
            case DOCUMENTED -> scaled(scenario, scenario.sets(), PendingJobsTrigger::new);
            case BUSY_PLUS_PENDING -> scaled(scenario, scenario.sets(), BusyPlusPending::new);
            case POWER_SAVING -> powerSaved(scenario);
            case STATIC_MAXIMUM -> fixed(scenario, scenario.complete());
            case SLUICE -> sluice(scenario, recommended);
            case SLUICE_TOLERANT -> sluice(scenario, recommended.tolerating(tolerance, false));
            case SLUICE_COMPENSATED -> sluice(scenario, recommended.tolerating(tolerance, true));
            case SLUICE_WITHOUT_AGING -> sluice(scenario, recommended.with(policy.withAgingTime(Duration.ZERO)));
            case SLUICE_DRAIN_TARGET -> sluice(scenario, draining);
            case SLUICE_DRAIN_TARGET_SHORT_WINDOW -> sluice(scenario, draining.keepingFor(60));
        };
    }

    /** Returns a cluster with a constant number of nodes. */
    static SimulatedCluster fixed(Scenario scenario, List<NodeSetSpec> sets) {
        return scaled(scenario, sets, (slurm, unused) -> NEVER);
    }

    /** Returns a cluster whose NodeSets follow Sluice's signal. */
    static SimulatedCluster sluice(Scenario scenario, SluiceSignal.Settings settings) {
        return scaled(scenario, scenario.sets(), (slurm, sets) -> new SluiceSignal(slurm, sets, settings));
    }

    /** Returns a cluster whose NodeSets follow an autoscaler. */
    static SimulatedCluster scaled(
            Scenario scenario,
            List<NodeSetSpec> sets,
            BiFunction<Slurm, List<SimulatedNodeSet>, Autoscaler> autoscaler) {
        Slurm slurm = new Slurm(sets, scenario.trouble().reservations());
        return new SimulatedCluster(slurm, new ScaledNodes(slurm, sets, autoscaler));
    }

    private static SimulatedCluster powerSaved(Scenario scenario) {
        Slurm slurm = Slurm.withCloudNodes(scenario.sets(), scenario.trouble().reservations());
        return new SimulatedCluster(slurm, new PowerSavedNodes(slurm, scenario.sets()));
    }

    /**
     * The simulated cluster of a scenario.
     *
     * @param slurm controller
     * @param nodes provisioning of the controller's nodes
     */
    record SimulatedCluster(Slurm slurm, Provisioning nodes) {}
}
