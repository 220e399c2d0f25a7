package dev.sluice.lab.simulate;

import dev.sluice.exporter.derive.scaling.ScalingInput;
import dev.sluice.lab.kubernetes.Hpa;
import dev.sluice.lab.simulate.AutoscaledNodes.Scaler;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A way to set the number of nodes.
 *
 * @param label name in tables
 * @param cloud true if slurmctld starts and stops the nodes
 * @param sets the NodeSets of a scenario
 * @param nodes creates the nodes of a cluster
 */
record Signal(
        String label,
        boolean cloud,
        Function<Scenario, List<NodeSetSpec>> sets,
        BiFunction<Slurm, List<NodeSetSpec>, Provisioning> nodes) {

    /** Slurm's own power saving, with SuspendTime equal to an HPA's stabilization window. */
    static final Signal POWER_SAVING = new Signal("power saving", true, Scenario::sets, PowerSavedNodes::new);

    /** Sluice's signal and an HPA, as in the examples of the documentation. */
    static final Signal SLUICE = sluice("Sluice", ScalingInput.Policy.DEFAULT, Hpa.DEFAULT_WINDOW);

    /** An HPA on a PromQL expression: busy nodes plus pending jobs. */
    static final Signal BUSY_PLUS_PENDING = autoscaled(
            "busy + pending jobs",
            AutoscaledNodes::busyPlusPending,
            spec -> AutoscaledNodes.hpa(spec, Hpa.DEFAULT_WINDOW));

    /** KEDA with a trigger on the number of pending jobs, as in slurm-operator's documentation. */
    static final Signal PENDING_JOBS = autoscaled("pending jobs", AutoscaledNodes::pendingJobs, KedaTrigger::new);

    /** All nodes at all times. */
    static final Signal STATIC_MAXIMUM = new Signal("static maximum", false, Scenario::complete, AutoscaledNodes::new);

    static final List<Signal> ALL = List.of(POWER_SAVING, SLUICE, BUSY_PLUS_PENDING, PENDING_JOBS, STATIC_MAXIMUM);

    /**
     * Returns Sluice with other settings.
     *
     * @param window stabilization window of the HPA, in seconds
     */
    static Signal sluice(String label, ScalingInput.Policy policy, long window) {
        return autoscaled(label, slurm -> new SluiceSignal(slurm, policy), spec -> AutoscaledNodes.hpa(spec, window));
    }

    private static Signal autoscaled(
            String label, Function<Slurm, AutoscaledNodes.Signal> value, Function<NodeSetSpec, Scaler> scaler) {
        return new Signal(
                label,
                false,
                Scenario::sets,
                (slurm, sets) -> new AutoscaledNodes(slurm, sets, value.apply(slurm), scaler));
    }

    /** Returns a constant number of nodes in each NodeSet. */
    static Signal fixed(List<NodeSetSpec> sets) {
        return new Signal("fixed", false, scenario -> sets, AutoscaledNodes::new);
    }
}
