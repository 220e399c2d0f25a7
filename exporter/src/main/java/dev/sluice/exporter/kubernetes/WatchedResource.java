package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.model.kubernetes.Autoscaler;
import dev.sluice.exporter.model.kubernetes.GpuPod;
import dev.sluice.exporter.model.kubernetes.KubeNode;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One kind of object to list and watch.
 *
 * @param source source name in status and metrics
 * @param apiGroup API group that must be installed; its own for resources of every API server
 * @param versions supported versions of the API group, the best first
 * @param any the objects; without a version if the API server determines the version
 * @param selector query parameters that select the objects
 */
record WatchedResource<T>(
        String source,
        String apiGroup,
        List<String> versions,
        Resource any,
        Map<String, String> selector,
        KubeObject.Reader<T> reader) {

    private static final String KEDA = "keda.sh";

    /** Returns whether the API group can be missing. Only the groups of custom resources have a dot in their names. */
    boolean canBeMissing() {
        return apiGroup.contains(".");
    }

    /** Returns the location of the resource in a version of the API group. */
    Resource in(String version) {
        return new Resource(any.group(), version, any.plural(), any.namespace());
    }

    static WatchedResource<NodeSet> nodeSets(NodeSetReader reader, KubernetesConfig config) {
        NodeSetReader.Objects objects = reader.objects();
        return new WatchedResource<>(
                "kube-nodesets-" + objects.system().label(),
                objects.group(),
                objects.versions(),
                new Resource(objects.group(), "", objects.plural(), config.namespace()),
                Map.of(),
                reader::read);
    }

    static WatchedResource<SlurmdPod> pods(NodeSetReader reader, KubernetesConfig config) {
        NodeSetReader.Objects objects = reader.objects();
        return new WatchedResource<>(
                "kube-pods-" + objects.system().label(),
                objects.group(),
                objects.versions(),
                new Resource("", "v1", "pods", config.namespace()),
                Map.of("labelSelector", objects.podSelector()),
                reader::readPod);
    }

    static WatchedResource<KubeNode> nodes() {
        return builtIn("kube-nodes", new Resource("", "v1", "nodes", Optional.empty()), Map.of(), Machines::readNode);
    }

    /** The pods of all namespaces, even if the NodeSets are in one namespace. */
    static WatchedResource<GpuPod> gpuPods() {
        return builtIn(
                "kube-gpu-pods",
                new Resource("", "v1", "pods", Optional.empty()),
                Map.of("fieldSelector", "spec.nodeName!=,status.phase!=Succeeded,status.phase!=Failed"),
                Machines::readPod);
    }

    static WatchedResource<Autoscaler> hpas(KubernetesConfig config) {
        return builtIn(
                "kube-hpas",
                new Resource("autoscaling", "v2", "horizontalpodautoscalers", config.namespace()),
                Map.of(),
                Autoscalers::ofHpa);
    }

    private static <T> WatchedResource<T> builtIn(
            String source, Resource resource, Map<String, String> selector, KubeObject.Reader<T> reader) {
        return new WatchedResource<>(source, resource.group(), List.of(resource.version()), resource, selector, reader);
    }

    static WatchedResource<ScaleLimit> scaledObjects(KubernetesConfig config) {
        return new WatchedResource<>(
                "kube-scaledobjects",
                KEDA,
                List.of("v1alpha1"),
                new Resource(KEDA, "", "scaledobjects", config.namespace()),
                Map.of(),
                Autoscalers::ofScaledObject);
    }
}
