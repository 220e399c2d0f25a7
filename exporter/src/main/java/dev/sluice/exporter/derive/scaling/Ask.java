package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.pool.NodeNeed;
import java.util.List;

/**
 * The properties of a job that determine whether the job fits.
 *
 * @param need need on new nodes
 * @param present needs on larger nodes, largest first, if the nodes of the pool differ
 * @param parts parts of the job that need nodes with different features; empty for most jobs
 */
record Ask(
        NodeNeed need,
        List<NodeNeed> present,
        String requiredNodes,
        String excludedNodes,
        Tenant tenant,
        List<Ask> parts) {

    /**
     * A group of jobs that share nodes only within the group.
     *
     * @param user user of the jobs; empty for any user
     * @param reservation reservation whose nodes the jobs use; empty for none
     */
    record Tenant(String user, String reservation) {

        static final Tenant ANY = new Tenant("", "");
    }

    /** Returns the rest of the job if the job has some nodes already. */
    Ask beyond(long nodes) {
        List<NodeNeed> rests =
                present.stream().map(other -> other.beyond(nodes)).toList();
        return new Ask(need.beyond(nodes), rests, requiredNodes, excludedNodes, tenant, List.of());
    }

    /** Returns the part of the job on some of its nodes. */
    Ask ofNodes(long nodes) {
        return beyond(need.nodes() - nodes);
    }

    /** Returns a copy that excludes more nodes. */
    Ask without(String more) {
        String excluded = excludedNodes.isEmpty() ? more : excludedNodes + "," + more;
        return more.isEmpty() ? this : new Ask(need, present, requiredNodes, excluded, tenant, parts);
    }

    /** Returns a copy that consists of parts. */
    Ask of(List<Ask> parts) {
        return new Ask(need, present, requiredNodes, excludedNodes, tenant, parts);
    }
}
