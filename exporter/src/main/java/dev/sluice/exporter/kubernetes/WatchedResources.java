package dev.sluice.exporter.kubernetes;

import dev.sluice.common.kubernetes.KubernetesRequest;
import dev.sluice.exporter.kubernetes.decode.GpuPodAssembler;
import dev.sluice.exporter.kubernetes.decode.KubeNodeAssembler;
import dev.sluice.exporter.kubernetes.decode.NodeSetAssembler;
import dev.sluice.exporter.kubernetes.decode.PodAssembler;
import dev.sluice.exporter.kubernetes.decode.ScaleLimitAssembler;
import dev.sluice.exporter.model.kubernetes.GpuPod;
import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.NodeSetSystem;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The watched resources, with their names in each NodeSet system. */
final class WatchedResources {

    private static final Map<NodeSetSystem, WatchedResource.ApiGroup> API_GROUPS = Map.of(
            NodeSetSystem.SLINKY,
            new WatchedResource.ApiGroup("slinky.slurm.net", List.of("v1beta1", "v1alpha1")),
            NodeSetSystem.SOPERATOR,
            new WatchedResource.ApiGroup("slurm.nebius.ai", List.of("v1alpha1")),
            NodeSetSystem.SUNK,
            new WatchedResource.ApiGroup("sunk.coreweave.com", List.of("v1alpha1")));

    private static final WatchedResource.ApiGroup KEDA = new WatchedResource.ApiGroup("keda.sh", List.of("v1alpha1"));

    private static final KubernetesRequest.Selector EVERY_OBJECT = KubernetesRequest.Selector.labels("");

    private WatchedResources() {}

    static WatchedResource<NodeSet> nodeSets(NodeSetSystem system, KubernetesSettings settings) {
        Optional<WatchedResource.ApiGroup> apiGroup = Optional.ofNullable(API_GROUPS.get(system));
        return new WatchedResource<>(
                "kube-nodesets-" + system.label(),
                apiGroup,
                apiGroup.map(WatchedResource.ApiGroup::group).orElse("apps"),
                apiGroup.isPresent() ? "" : "v1",
                apiGroup.isPresent() ? "nodesets" : "statefulsets",
                true,
                EVERY_OBJECT,
                apiVersion -> new NodeSetAssembler(
                        system,
                        apiVersion,
                        settings.statefulSets(),
                        settings.controller().orElse("")));
    }

    static WatchedResource<SlurmdPod> pods(NodeSetSystem system, KubernetesSettings settings) {
        return new WatchedResource<>(
                "kube-pods-" + system.label(),
                Optional.ofNullable(API_GROUPS.get(system)),
                "",
                "v1",
                "pods",
                true,
                KubernetesRequest.Selector.labels(podSelector(system, settings)),
                unused -> new PodAssembler(system, settings.statefulSets()));
    }

    private static String podSelector(NodeSetSystem system, KubernetesSettings settings) {
        return switch (system) {
            case SLINKY ->
                "app.kubernetes.io/name=slurmd"
                        + settings.controller()
                                .map(name -> ",slinky.slurm.net/cluster=" + name)
                                .orElse("");
            case SOPERATOR -> "slurm.nebius.ai/nodeset";
            case SUNK -> "sunk.coreweave.com/nodeset";
            // The StatefulSets of GKE's sample have equal selectors. Therefore, only owner references show which
            // StatefulSet a pod belongs to.
            case STATEFULSET -> "statefulset.kubernetes.io/pod-name";
        };
    }

    static WatchedResource<KubeNode> nodes() {
        return new WatchedResource<>(
                "kube-nodes",
                Optional.empty(),
                "",
                "v1",
                "nodes",
                false,
                EVERY_OBJECT,
                unused -> new KubeNodeAssembler());
    }

    /** The pods of all namespaces, even if the NodeSets are in one namespace. */
    static WatchedResource<GpuPod> gpuPods() {
        return new WatchedResource<>(
                "kube-gpu-pods",
                Optional.empty(),
                "",
                "v1",
                "pods",
                false,
                KubernetesRequest.Selector.fields("spec.nodeName!=,status.phase!=Succeeded,status.phase!=Failed"),
                unused -> new GpuPodAssembler());
    }

    static WatchedResource<ScaleLimit> hpas() {
        return new WatchedResource<>(
                "kube-hpas",
                Optional.empty(),
                "autoscaling",
                "v2",
                "horizontalpodautoscalers",
                true,
                EVERY_OBJECT,
                unused -> new ScaleLimitAssembler(ScaleLimit.Source.HPA));
    }

    static WatchedResource<ScaleLimit> scaledObjects() {
        return new WatchedResource<>(
                "kube-scaledobjects",
                Optional.of(KEDA),
                KEDA.group(),
                "",
                "scaledobjects",
                true,
                EVERY_OBJECT,
                unused -> new ScaleLimitAssembler(ScaleLimit.Source.SCALED_OBJECT));
    }
}
