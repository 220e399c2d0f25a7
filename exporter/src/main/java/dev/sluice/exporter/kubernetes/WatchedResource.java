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
 * @param optional whether the rest is of use without it
 * @param apiGroup what must be installed for it to exist at all; empty where Kubernetes itself has it
 * @param group its API group
 * @param version version of the group; empty to take one that the API server offers
 * @param plural resource name
 * @param namespaced whether its objects are in namespaces
 * @param selector label selector; empty for all
 * @param assembler makes an assembler for objects of that group and version
 */
record WatchedResource<T>(
        String source,
        boolean optional,
        Optional<ApiGroup> apiGroup,
        String group,
        String version,
        String plural,
        boolean namespaced,
        String selector,
        Function<String, ObjectAssembler<T>> assembler) {

    /**
     * An API group that may or may not be there.
     *
     * @param group its name
     * @param versions those that we read, the best first
     */
    record ApiGroup(String group, List<String> versions) {}

    /**
     * Where it is found.
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
