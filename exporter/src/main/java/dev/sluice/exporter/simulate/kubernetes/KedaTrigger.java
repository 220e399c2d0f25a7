package dev.sluice.exporter.simulate.kubernetes;

import dev.sluice.common.hpa.ExternalMetric;
import dev.sluice.common.hpa.Hpa;
import dev.sluice.common.hpa.HpaSpec;
import dev.sluice.common.hpa.Scale;
import java.util.List;
import java.util.OptionalLong;

/**
 * A KEDA ScaledObject with {@code idleReplicaCount: 0}: it takes its target from 0 to the minimum and back to 0, and
 * leaves the numbers between to an HPA of type Value.
 */
public final class KedaTrigger {

    private static final long POLLING_INTERVAL = 30;
    private static final long COOLDOWN = 300;

    private final int min;
    private final long threshold;
    private final Hpa hpa;
    /** As if it had just been active: what it finds running at the start has a cooldown like everything else. */
    private long lastActive;

    /**
     * A trigger on one metric.
     *
     * @param spec of the HPA that KEDA makes; its minimum is what KEDA wakes the target to
     */
    public KedaTrigger(HpaSpec spec, long threshold) {
        this.min = spec.min();
        this.threshold = threshold;
        this.hpa = new Hpa(spec);
    }

    /**
     * One step: KEDA's own loop where its turn has come, then the HPA.
     *
     * @return the number of pods asked for from now on
     */
    public int sync(long now, Scale scale, long value) {
        int spec = scale.spec();
        if (now % POLLING_INTERVAL == 0) {
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
