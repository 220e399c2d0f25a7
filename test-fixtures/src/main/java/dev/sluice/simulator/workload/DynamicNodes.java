package dev.sluice.simulator.workload;

import dev.sluice.common.scheduling.NodeFlag;
import dev.sluice.common.scheduling.SimulatedNode;
import dev.sluice.common.scheduling.controller.Controller;
import dev.sluice.simulator.kubernetes.SlurmControl;
import dev.sluice.simulator.kubernetes.SlurmNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The Slurm nodes that are Kubernetes pods. The operator and slurmd access the nodes with this class. */
public final class DynamicNodes implements SlurmControl {
    private final Controller controller;

    public DynamicNodes(Controller controller) {
        this.controller = controller;
    }

    @Override
    public Optional<SlurmNode> node(String name) {
        SimulatedNode node = controller.node(name);
        return node.isRegistered()
                ? Optional.of(new SlurmNode(states(node), node.reason(), controller.idleAt(name)))
                : Optional.empty();
    }

    private static List<String> states(SimulatedNode node) {
        return Stream.concat(
                        Stream.of(node.state().name()), node.flags().stream().map(NodeFlag::name))
                .toList();
    }

    @Override
    public void register(String name, String comment) {
        controller.register(name, comment);
    }

    @Override
    public void drain(String name, String reason) {
        controller.drain(name, reason, "slurm");
    }

    @Override
    public void undrain(String name) {
        controller.undrain(name);
    }

    @Override
    public void down(String name, String reason) {
        controller.leave(name, reason, "root");
    }

    @Override
    public void forget(String name) {
        controller.forget(name);
    }
}
