package dev.sluice.simulator.kubernetes;

import java.time.Duration;

/**
 * The settings of the simulated Kubernetes. All times are simulated.
 *
 * @param startDelay time from the assignment of a pod's machine to the registration of the pod's slurmd
 * @param hpaWindow stabilization window of the autoscalers for scaling in
 * @param ghostsKept time for which the Slurm record of a removed pod stays
 * @param returnToService true for ReturnToService=2 in slurm.conf; false for 0, the default of Slinky's chart
 * @param preStopFails true if the preStop hook of slurmd pods does not set the node down
 */
public record KubernetesOptions(
        Duration startDelay, Duration hpaWindow, Duration ghostsKept, boolean returnToService, boolean preStopFails) {
    /**
     * The usual settings: nodes start in 90 s, autoscalers wait 10 minutes before they scale in, and ghost nodes stay
     * for two hours. With ReturnToService=2, a node returns to service when a pod comes back on its machine.
     */
    public static final KubernetesOptions USUAL =
            new KubernetesOptions(Duration.ofSeconds(90), Duration.ofMinutes(10), Duration.ofHours(2), true, false);

    public KubernetesOptions withStartDelay(Duration delay) {
        return new KubernetesOptions(delay, hpaWindow, ghostsKept, returnToService, preStopFails);
    }

    public KubernetesOptions withHpaWindow(Duration window) {
        return new KubernetesOptions(startDelay, window, ghostsKept, returnToService, preStopFails);
    }

    public KubernetesOptions withReturnToService(boolean returns) {
        return new KubernetesOptions(startDelay, hpaWindow, ghostsKept, returns, preStopFails);
    }

    public KubernetesOptions withFailingPreStop() {
        return new KubernetesOptions(startDelay, hpaWindow, ghostsKept, returnToService, true);
    }
}
