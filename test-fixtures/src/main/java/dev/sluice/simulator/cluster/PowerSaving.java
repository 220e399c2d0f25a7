package dev.sluice.simulator.cluster;

import dev.sluice.common.scheduling.NodeFlag;
import dev.sluice.common.scheduling.SimulatedNode;
import dev.sluice.common.scheduling.controller.Controller;
import dev.sluice.common.scheduling.job.SimulatedJob;

/** Switches idle cloud nodes off and finishes their booting, as Slurm's power saving does. Durations in seconds. */
public final class PowerSaving {
    private static final long BOOT = 180;
    private static final long SUSPEND_TIME = 600;
    private static final long SUSPEND_TIMEOUT = 60;

    private final Controller controller;

    public PowerSaving(Controller controller) {
        this.controller = controller;
    }

    public void step() {
        for (SimulatedNode node : controller.nodes()) {
            if (node.spec().cloud()) {
                step(node);
            }
        }
        controller.running().stream()
                .filter(SimulatedJob::isConfiguring)
                .filter(job -> job.allocations().stream()
                        .noneMatch(a -> controller.node(a.node().name()).has(NodeFlag.POWERING_UP)))
                .forEach(controller::booted);
    }

    private void step(SimulatedNode node) {
        long now = controller.now();
        if (node.has(NodeFlag.POWERING_UP)) {
            if (now >= node.powerChangeAt() + BOOT) {
                node.booted(now);
                controller.nodesChanged();
            }
        } else if (node.has(NodeFlag.POWERING_DOWN)) {
            if (now >= node.powerChangeAt() + SUSPEND_TIMEOUT) {
                node.poweredDown();
                controller.nodesChanged();
            }
        } else if (!node.has(NodeFlag.POWERED_DOWN) && node.isIdle() && now >= node.lastBusyAt() + SUSPEND_TIME) {
            node.powerDown(now);
            controller.nodesChanged();
        }
    }
}
