package dev.sluice.adapter.metrics;

import dev.sluice.adapter.demand.NodeSetDemand;

/**
 * An object of Kubernetes that has metrics.
 *
 * @param resource such as {@code nodesets.slinky.slurm.net}
 * @param name its name, or {@code *} for all of them
 */
public record ObjectName(String namespace, String resource, String name) {

    public static final String ALL = "*";

    boolean isNameOf(NodeSetDemand nodeSet) {
        return nodeSet.namespace().equals(namespace)
                && nodeSet.resource().equals(resource)
                && (name.equals(ALL) || nodeSet.name().equals(name));
    }
}
