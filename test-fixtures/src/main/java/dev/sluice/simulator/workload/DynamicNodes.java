package dev.sluice.simulator.workload;

import dev.sluice.simulator.cluster.ClusterState;
import dev.sluice.simulator.kubernetes.SlurmControl;
import dev.sluice.simulator.kubernetes.SlurmNode;
import dev.sluice.simulator.node.Node;
import dev.sluice.simulator.node.NodeRecord;
import java.util.Optional;
import java.util.Set;

/** The nodes of the cluster that pods of Kubernetes are, as their operator and their slurmds reach them. */
public final class DynamicNodes implements SlurmControl {
    private final ClusterState state;

    public DynamicNodes(ClusterState state) {
        this.state = state;
    }

    @Override
    public Optional<SlurmNode> node(String name) {
        Node node = state.node(name);
        if (!node.isRegistered()) {
            return Optional.empty();
        }
        NodeRecord record = node.record(Set.of(), Optional.empty());
        long deadline = state.running().stream()
                .filter(job ->
                        job.allocations().stream().anyMatch(a -> a.node().name().equals(name)))
                .mapToLong(job -> job.times().end())
                .max()
                .orElse(0);
        return Optional.of(new SlurmNode(record.states(), record.reason(), deadline));
    }

    @Override
    public void register(String name, String comment) {
        Node node = state.node(name);
        boolean isNew = !node.isRegistered();
        node.register(comment, state.now());
        state.nodesChanged();
        if (isNew) {
            state.partitionsChanged();
        }
    }

    @Override
    public void drain(String name, String reason) {
        state.node(name).drain(reason, "slurm", state.now());
        state.nodesChanged();
    }

    @Override
    public void undrain(String name) {
        state.node(name).resume(state.now());
        state.nodesChanged();
    }

    @Override
    public void down(String name, String reason) {
        state.node(name).leave(reason, "root", state.now());
        state.nodesChanged();
    }

    @Override
    public void forget(String name) {
        state.node(name).forget();
        state.nodesChanged();
        state.partitionsChanged();
    }
}
