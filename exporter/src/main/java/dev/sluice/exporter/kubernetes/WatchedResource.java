package dev.sluice.exporter.kubernetes;

import dev.sluice.common.kubernetes.KubernetesRequest;
import dev.sluice.exporter.kubernetes.decode.ObjectAssembler;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One kind of object to list and watch.
 *
 * @param source source name in status and metrics
 * @param apiGroup API group that must be installed; empty for built-in resources
 * @param group name of the API group
 * @param version version of the group; empty to choose a version that the API server offers
 * @param plural resource name
 * @param namespaced true for resources in namespaces
 * @param selector selector of the objects
 * @param assembler creates an assembler for objects of a group and version
 */
record WatchedResource<T>(
        String source,
        Optional<ApiGroup> apiGroup,
        String group,
        String version,
        String plural,
        boolean namespaced,
        KubernetesRequest.Selector selector,
        Function<String, ObjectAssembler<T>> assembler) {

    /**
     * An API group that may be missing.
     *
     * @param group name of the API group
     * @param versions supported versions, the best first
     */
    record ApiGroup(String group, List<String> versions) {}

    /**
     * Returns the location of the resource on the API server.
     *
     * @param offered version of the API group
     */
    KubernetesRequest.Resource at(String offered, KubernetesSettings settings) {
        return new KubernetesRequest.Resource(
                group,
                version.isEmpty() ? offered : version,
                plural,
                namespaced ? settings.namespace() : Optional.empty());
    }
}
