package dev.sluice.lab.simulate.kubernetes;

import dev.sluice.lab.hpa.ExternalMetric;
import dev.sluice.lab.hpa.Hpa;
import dev.sluice.lab.hpa.HpaSpec;
import dev.sluice.lab.hpa.Scale;
import java.util.List;
import java.util.OptionalLong;

/**
 * A KEDA ScaledObject with {@code idleReplicaCount: 0}. KEDA scales the NodeSet from 0 to the minimum and back to 0.
 * Above 0 replicas, an HPA with a target of type Value scales the NodeSet.
 */
public final class KedaTrigger {

    private static final long POLLING_INTERVAL = 30;
    private static final long COOLDOWN = 300;

    private final int min;
    private final long threshold;
    private final Hpa hpa;
    /**
     * The time at which the trigger was last active. The initial value is 0, so that the cooldown also applies to the
     * initial replicas.
     */
    private long lastActive;

    private long nextLook;

    /**
     * Creates a trigger on one metric.
     *
     * @param spec HPA that KEDA creates; on activation, KEDA sets the minimum of the HPA
     */
    public KedaTrigger(HpaSpec spec, long threshold) {
        this.min = spec.min();
        this.threshold = threshold;
        this.hpa = new Hpa(spec);
    }

    /**
     * Runs one step: KEDA's own loop if the loop is due, then the HPA.
     *
     * @return desired replicas
     */
    public int sync(long now, Scale scale, long value) {
        int spec = scale.spec();
        if (now >= nextLook) {
            nextLook = now + POLLING_INTERVAL;
            spec = toOrFromIdle(now, spec, value);
        }
        return hpa.sync(
                        now,
                        new Scale(spec, scale.status(), scale.ready()),
                        List.of(ExternalMetric.threshold(threshold, OptionalLong.of(value))))
                .replicas();
    }

    private int toOrFromIdle(long now, int spec, long value) {
        if (value > 0) {
            lastActive = now;
            return Math.max(spec, min);
        }
        return lastActive + COOLDOWN < now ? 0 : spec;
    }
}
