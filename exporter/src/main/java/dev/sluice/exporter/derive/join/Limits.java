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
 * Between which numbers a NodeSet may be scaled.
 *
 * @param known whether somebody sets the maximum
 */
record Limits(long min, long max, boolean known) {

    /**
     * From the configuration, else from a ScaledObject, else from an HPA; where none says, from 0 to what there is.
     *
     * @param replicas the number that is asked for now
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
