package dev.sluice.lab.nodeset;

import dev.sluice.lab.scheduling.SimulatedNode;
import dev.sluice.lab.scheduling.controller.Controller;
import java.util.Optional;

/** The operations in Slurm that slurm-operator and its pods request, by the name of the Slurm node. */
public final class SlurmNodes {
    private final Controller controller;
    private final boolean returnToService;

    /**
     * @param returnToService true for ReturnToService=2 in slurm.conf; false for 0, the default of Slinky's chart
     */
    public SlurmNodes(Controller controller, boolean returnToService) {
        this.controller = controller;
        this.returnToService = returnToService;
    }

    /** Returns the node's record; empty if Slurm has no record of the node. */
    public Optional<SlurmNode> node(String name) {
        SimulatedNode node = controller.node(name);
        return node.isRegistered()
                ? Optional.of(new SlurmNode(node.state(), node.flags(), node.reason(), controller.idleAt(name)))
                : Optional.empty();
    }

    /** Registers a started slurmd. */
    void register(String name) {
        controller.change(name, node -> node.register(returnToService, controller.now()));
    }

    /** Sets the operator's comment on the node of a ready pod. */
    void comment(String name, String comment) {
        controller.change(name, node -> node.comment(comment));
    }

    /** Drains the node of a pod that will be removed. */
    void drain(String name, String reason) {
        controller.drain(name, reason, "slurm");
    }

    /** Ends a drain. The base state stays. */
    void undrain(String name, String reason) {
        controller.change(name, node -> node.undrain(reason, "slurm", controller.now()));
    }

    /** Returns a node that stayed down to service. */
    void resume(String name) {
        controller.resume(name);
    }

    /** Sets the node of a stopping slurmd down, as the pod's preStop hook does. Slurm keeps the node's record. */
    void down(String name, String reason) {
        controller.change(name, node -> node.leave(reason, "root", controller.now()));
    }

    /** Records that the slurmd of a removed pod no longer responds. */
    void silence(String name) {
        controller.change(name, SimulatedNode::silence);
    }

    /** Deletes the record of a node without a pod. */
    public void forget(String name) {
        controller.change(name, SimulatedNode::forget);
    }
}
