package dev.sluice.simulator.kubernetes;

import java.time.Duration;

/**
 * The settings of the simulated Kubernetes. All times are simulated.
 *
 * @param startDelay time from the assignment of a pod's machine to the registration of the pod's slurmd
 * @param hpaWindow stabilization window of the autoscalers for scaling in
 * @param ghostsKept time for which the Slurm record of a removed pod stays
 */
public record KubernetesOptions(Duration startDelay, Duration hpaWindow, Duration ghostsKept) {
    /**
     * The usual settings: nodes start in 90 s, autoscalers wait 10 minutes before they scale in, and ghost nodes stay
     * for two hours.
     */
    public static final KubernetesOptions USUAL =
            new KubernetesOptions(Duration.ofSeconds(90), Duration.ofMinutes(10), Duration.ofHours(2));

    public KubernetesOptions withStartDelay(Duration delay) {
        return new KubernetesOptions(delay, hpaWindow, ghostsKept);
    }

    public KubernetesOptions withHpaWindow(Duration window) {
        return new KubernetesOptions(startDelay, window, ghostsKept);
    }
}
