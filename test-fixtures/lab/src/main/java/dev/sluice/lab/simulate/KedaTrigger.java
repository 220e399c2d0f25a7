package dev.sluice.lab.simulate;

import dev.sluice.lab.kubernetes.Hpa;
import dev.sluice.lab.kubernetes.Hpa.ExternalMetric;
import dev.sluice.lab.kubernetes.Hpa.Scale;
import java.util.List;
import java.util.OptionalLong;

/**
 * The KEDA ScaledObject in slurm-operator's documentation: {@code idleReplicaCount: 0} and a target of type Value with
 * threshold 5. KEDA scales the NodeSet from 0 to the minimum and back to 0. Above 0 replicas, the HPA that KEDA creates
 * scales the NodeSet. By default ({@code ignoreNullValues}), KEDA reads a missing metric as 0.
 */
public final class KedaTrigger implements AutoscaledNodes.Scaler {

    private static final long THRESHOLD = 5;
    private static final long POLLING_INTERVAL = 30;
    private static final long COOLDOWN = 300;

    private final int min;
    private final Hpa hpa;
    /** The time at which the trigger was last active. 0 at first, so that the cooldown applies to initial replicas. */
    private long lastActive;

    private long nextPoll;

    public KedaTrigger(NodeSetSpec spec) {
        this.min = Math.max(1, spec.min());
        this.hpa = new Hpa(new Hpa.Spec(min, spec.max(), OptionalLong.empty()));
    }

    @Override
    public int sync(long now, Scale scale, OptionalLong metric) {
        long value = metric.orElse(0);
        int spec = scale.spec();
        if (now >= nextPoll) {
            nextPoll = now + POLLING_INTERVAL;
            if (value > 0) {
                lastActive = now;
                spec = Math.max(spec, min);
            } else if (lastActive + COOLDOWN < now) {
                spec = 0;
            }
        }
        ExternalMetric threshold = ExternalMetric.threshold(THRESHOLD, OptionalLong.of(value));
        return hpa.sync(now, new Scale(spec, scale.status(), scale.ready()), List.of(threshold))
                .replicas();
    }
}
