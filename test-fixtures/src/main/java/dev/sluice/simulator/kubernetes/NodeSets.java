package dev.sluice.simulator.kubernetes;

import dev.sluice.simulator.kubernetes.api.ObjectStore;
import dev.sluice.simulator.kubernetes.api.ScaleSubresource;
import dev.sluice.simulator.kubernetes.api.StoredObject;

/** The replicas of stored NodeSets, shared by operator, autoscalers and users. */
final class NodeSets {
    private NodeSets() {}

    static int replicas(ObjectStore store, NodeSetSpec spec) {
        return (int) store.get(spec.key())
                .map(StoredObject::body)
                .map(ScaleSubresource::replicas)
                .orElse(0L)
                .longValue();
    }

    static void setReplicas(ObjectStore store, NodeSetSpec spec, int replicas) {
        store.update(spec.key(), body -> ScaleSubresource.withReplicas(body, replicas));
    }
}
