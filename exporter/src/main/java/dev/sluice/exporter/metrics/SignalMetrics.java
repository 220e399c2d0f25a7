package dev.sluice.exporter.metrics;

import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.signal.Doubt;
import dev.sluice.exporter.derive.signal.Signal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The metrics of one cluster's signal for autoscalers: its numbers, where they can be trusted, and whether they can. */
public final class SignalMetrics implements MetricBatch {

    private final Signal signal;
    private final Map<Doubt.Cause, Long> withheld;
    private final Instant now;

    /**
     * Publishes the signal of one moment.
     *
     * @param withheld how many answers on jobs came to no demand that could be trusted, by cause
     * @param now the moment
     */
    public SignalMetrics(Signal signal, Map<Doubt.Cause, Long> withheld, Instant now) {
        this.signal = signal;
        this.withheld = withheld;
        this.now = now;
    }

    @Override
    public void forEach(MetricVisitor visitor) {
        if (signal.publishing()) {
            signal.demand().ifPresent(demand -> new NodeSetMetrics(signal.cluster(), demand, now).forEach(visitor));
        }
        publishing(visitor);
        signal.observedAt()
                .ifPresent(at -> visitor.sample(
                        NodeSetFamilies.AUTOSCALER_SIGNAL_AGE,
                        Math.max(0, Duration.between(at, now).toNanos() / 1e9),
                        signal.cluster()));
        withheld.forEach((cause, count) ->
                visitor.sample(NodeSetFamilies.AUTOSCALER_SUPPRESSED, count, signal.cluster(), cause.label()));
    }

    private void publishing(MetricVisitor visitor) {
        int trusted = signal.publishing() ? 1 : 0;
        List<PoolDemand> pools = signal.demand().map(demand -> demand.pools()).orElse(List.of());
        if (signal.demand().isEmpty()) {
            visitor.sample(NodeSetFamilies.AUTOSCALER_PUBLISHING, trusted, signal.cluster(), "", "");
        }
        for (PoolDemand pool : pools) {
            if (pool.notScalable().isEmpty()) {
                visitor.sample(
                        NodeSetFamilies.AUTOSCALER_PUBLISHING,
                        trusted,
                        signal.cluster(),
                        pool.pool().namespace(),
                        pool.pool().name());
            }
        }
    }
}
