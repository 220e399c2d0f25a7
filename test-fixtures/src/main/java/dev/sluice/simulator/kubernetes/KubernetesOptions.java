package dev.sluice.simulator.kubernetes;

import java.time.Duration;

/**
 * What can be set of the simulated Kubernetes. All times are of the simulation.
 *
 * @param startDelay from a pod that has a machine to a slurmd that has registered
 * @param hpaWindow stabilisation window of the autoscalers for scaling in
 * @param ghostsKept how long the Slurm record of a removed pod is kept
 */
public record KubernetesOptions(Duration startDelay, Duration hpaWindow, Duration ghostsKept) {
    /** Nodes start in 90 s, autoscalers wait 10 minutes before they scale in, ghosts stay for two hours. */
    public static final KubernetesOptions USUAL =
            new KubernetesOptions(Duration.ofSeconds(90), Duration.ofMinutes(10), Duration.ofHours(2));

    public KubernetesOptions withStartDelay(Duration delay) {
        return new KubernetesOptions(delay, hpaWindow, ghostsKept);
    }

    public KubernetesOptions withHpaWindow(Duration window) {
        return new KubernetesOptions(startDelay, window, ghostsKept);
    }

    public KubernetesOptions withGhostsKept(Duration time) {
        return new KubernetesOptions(startDelay, hpaWindow, time);
    }
}
