package dev.sluice.exporter.derive.join;

import dev.sluice.exporter.model.kubernetes.Autoscaler;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.ScaleDirection;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The limits (min / max) of a NodeSet.
 *
 * @param known true if the configuration, a ScaledObject or an HPA sets the maximum
 * @param paused directions in which a ScaledObject or an HPA is paused
 */
record Limits(long min, long max, boolean known, Set<ScaleDirection> paused) {

    /**
     * Returns the limits from the first available of these sources: configuration, ScaledObject, HPA. Without any of
     * these limits, returns 0 to {@code replicas}.
     *
     * @param replicas currently desired replicas
     */
    static Limits of(NodeSet set, KubernetesSnapshot kubernetes, PoolOverride override, long replicas) {
        List<ScaleLimit> all = Stream.concat(
                        kubernetes.scaledObjects().stream().flatMap(known -> known.value().stream()),
                        kubernetes.hpas().stream()
                                .flatMap(known -> known.value().stream())
                                .map(Autoscaler::limit))
                .filter(limit -> limit.targets(set))
                .toList();
        Optional<ScaleLimit> observed = all.stream().findFirst();
        Set<ScaleDirection> paused =
                all.stream().flatMap(limit -> limit.paused().stream()).collect(Collectors.toSet());
        OptionalLong max = override.max().isPresent()
                ? override.max()
                : observed.map(limit -> OptionalLong.of(limit.max())).orElse(OptionalLong.empty());
        long min = override.min().orElse(observed.map(ScaleLimit::min).orElse(0));
        return new Limits(Math.max(0, min), max.orElse(replicas), max.isPresent(), paused);
    }
}
