package dev.sluice.exporter.derive.join;

import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The limits (min / max) of a NodeSet.
 *
 * @param known true if the configuration, a ScaledObject or an HPA sets the maximum
 */
record Limits(long min, long max, boolean known) {

    /**
     * Returns the limits from the first available of these sources: configuration, ScaledObject, HPA. Without any of
     * these limits, returns 0 to {@code replicas}.
     *
     * @param replicas currently desired replicas
     */
    static Limits of(NodeSet set, KubernetesSnapshot kubernetes, PoolOverride override, long replicas) {
        Optional<ScaleLimit> observed = Stream.of(kubernetes.scaledObjects(), kubernetes.hpas())
                .flatMap(Optional::stream)
                .map(Observed::value)
                .flatMap(List::stream)
                .filter(limit -> limit.targets(set))
                .findFirst();
        OptionalLong max = override.max().isPresent()
                ? override.max()
                : observed.map(limit -> OptionalLong.of(limit.max())).orElse(OptionalLong.empty());
        long min = override.min().orElse(observed.map(ScaleLimit::min).orElse(0));
        return new Limits(Math.max(0, min), max.orElse(replicas), max.isPresent());
    }
}
