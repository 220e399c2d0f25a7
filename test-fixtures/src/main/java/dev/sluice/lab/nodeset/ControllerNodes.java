package dev.sluice.lab.nodeset;

import dev.sluice.lab.scheduling.SimulatedNode;
import dev.sluice.lab.scheduling.controller.Controller;
import java.util.Optional;

/** The nodes of a simulated slurmctld. */
public final class ControllerNodes implements SlurmNodes {

    private final Controller controller;
    private final boolean returnToService;

    /**
     * @param returnToService true for ReturnToService=2 in slurm.conf; false for 0, the default of Slinky's chart
     */
    public ControllerNodes(Controller controller, boolean returnToService) {
        this.controller = controller;
        this.returnToService = returnToService;
    }

    @Override
    public Optional<SlurmNode> node(String name) {
        SimulatedNode node = controller.node(name);
        return node.isRegistered()
                ? Optional.of(new SlurmNode(node.state(), node.flags(), node.reason(), controller.idleAt(name)))
                : Optional.empty();
    }

    @Override
    public void register(String name) {
        controller.register(name, returnToService);
    }

    @Override
    public void comment(String name, String comment) {
        controller.comment(name, comment);
    }

    @Override
    public void drain(String name, String reason) {
        controller.drain(name, reason, "slurm");
    }

    @Override
    public void undrain(String name, String reason) {
        controller.undrain(name, reason, "slurm");
    }

    @Override
    public void resume(String name) {
        controller.resume(name);
    }

    @Override
    public void down(String name, String reason) {
        controller.leave(name, reason, "root");
    }

    @Override
    public void silence(String name) {
        controller.silence(name);
    }

    @Override
    public void forget(String name) {
        controller.forget(name);
    }
}
