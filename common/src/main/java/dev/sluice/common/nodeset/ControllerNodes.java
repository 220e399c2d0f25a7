package dev.sluice.common.nodeset;

import dev.sluice.common.scheduling.SimulatedNode;
import dev.sluice.common.scheduling.controller.Controller;
import java.util.Optional;

/** The nodes of a simulated slurmctld. */
public final class ControllerNodes implements SlurmNodes {

    private final Controller controller;

    public ControllerNodes(Controller controller) {
        this.controller = controller;
    }

    @Override
    public Optional<SlurmNode> node(String name) {
        SimulatedNode node = controller.node(name);
        return node.isRegistered()
                ? Optional.of(new SlurmNode(node.state(), node.flags(), node.reason(), controller.idleAt(name)))
                : Optional.empty();
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
