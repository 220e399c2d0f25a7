package dev.sluice.adapter.metrics;

import dev.sluice.common.demand.DemandReport.NodeSetReport;

/**
 * A Kubernetes object with metrics.
 *
 * @param resource resource name, such as {@code nodesets.slinky.slurm.net}
 * @param name name of the object, or {@code *} for all objects
 */
public record ObjectName(String namespace, String resource, String name) {

    public static final String ALL = "*";

    boolean isNameOf(NodeSetReport nodeSet) {
        return nodeSet.namespace().equals(namespace)
                && nodeSet.resource().equals(resource)
                && (name.equals(ALL) || nodeSet.name().equals(name));
    }
}
