package dev.sluice.lab.simulate;

import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.kubernetes.Autoscaler;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot.SystemView;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.NodeSetSystem;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import dev.sluice.lab.kubernetes.NodeSetController;
import dev.sluice.lab.kubernetes.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** Converts simulated NodeSets, pods and limits to the exporter's model. */
public final class Observation {

    /** Namespace of all NodeSets. */
    public static final String NAMESPACE = NodeSetController.NAMESPACE;

    private static final NodeSetSystem SYSTEM = new NodeSetSystem("slinky", true, true, Optional.empty());
    private static final String API_VERSION = "slinky.slurm.net/v1beta1";
    private static final String KIND = "NodeSet";

    private Observation() {}

    public static KubernetesSnapshot of(String cluster, List<SimulatedNodeSet> sets, long now) {
        Instant at = Instant.ofEpochSecond(now);
        List<SlurmdPod> pods = new ArrayList<>();
        for (SimulatedNodeSet set : sets) {
            set.pods().forEach(pod -> pods.add(pod(set, pod)));
        }
        SystemView view = new SystemView(
                Optional.of(
                        new Observed<>(sets.stream().map(Observation::nodeSet).toList(), at)),
                Optional.of(new Observed<>(pods, at)));
        return new KubernetesSnapshot(
                cluster,
                Map.of(SYSTEM, view),
                Optional.of(new Observed<>(List.of(), at)),
                Optional.empty(),
                Optional.of(new Observed<>(
                        sets.stream()
                                .map(Observation::limit)
                                .map(Autoscaler::of)
                                .toList(),
                        at)),
                Optional.of(new Observed<>(List.of(), at)),
                List.of(),
                Set.of());
    }

    private static NodeSet nodeSet(SimulatedNodeSet set) {
        NodeSetSpec spec = set.spec();
        String gres = spec.gpus().byType().entrySet().stream()
                .map(gpus -> "gpu:" + gpus.getKey() + ":" + gpus.getValue())
                .collect(Collectors.joining(",", "Gres=", ""));
        String features = spec.features().stream().collect(Collectors.joining(",", "Features=", ""));
        return new NodeSet(
                SYSTEM,
                API_VERSION,
                KIND,
                NAMESPACE,
                spec.name(),
                OptionalInt.of(set.scale().spec()),
                NodeSet.Status.UNKNOWN,
                NodeSet.ScalingMode.STATEFUL_SET,
                false,
                new NodeSet.PodResources(1_000L * spec.cpus(), 0, Collections.emptySortedMap()),
                spec.name(),
                false,
                (spec.gpus().isEmpty() ? "" : gres) + (spec.features().isEmpty() ? "" : " " + features));
    }

    private static SlurmdPod pod(SimulatedNodeSet set, Pod pod) {
        String nodeSet = set.spec().name();
        return new SlurmdPod(
                SYSTEM,
                NAMESPACE,
                pod.name(),
                nodeSet,
                pod.node(),
                "",
                false,
                pod.ready(),
                false,
                OptionalInt.of(pod.ordinal()),
                "",
                Instant.ofEpochSecond(pod.createdAt()),
                false,
                pod.cordoned(),
                "");
    }

    private static ScaleLimit limit(SimulatedNodeSet set) {
        return new ScaleLimit(
                NAMESPACE,
                API_VERSION,
                KIND,
                set.spec().name(),
                set.spec().min(),
                set.spec().max(),
                Set.of());
    }
}
