package dev.sluice.simulator.scheduler;

import dev.sluice.simulator.cluster.ClusterState;
import dev.sluice.simulator.job.Job;
import dev.sluice.simulator.node.Node;
import dev.sluice.simulator.node.NodeFlag;

/** Switches idle cloud nodes off and finishes their booting, as Slurm's power saving does. Durations in seconds. */
public final class PowerSaving {
    private static final long BOOT = 180;
    private static final long SUSPEND_TIME = 600;
    private static final long SUSPEND_TIMEOUT = 60;

    private final ClusterState state;

    public PowerSaving(ClusterState state) {
        this.state = state;
    }

    public void step() {
        for (Node node : state.nodes()) {
            if (node.spec().cloud()) {
                step(node);
            }
        }
        state.running().stream()
                .filter(Job::isConfiguring)
                .filter(job -> job.allocations().stream()
                        .noneMatch(a -> state.node(a.node().name()).has(NodeFlag.POWERING_UP)))
                .forEach(job -> {
                    job.nodesBooted(state.now());
                    state.jobsChanged();
                });
    }

    private void step(Node node) {
        long now = state.now();
        if (node.has(NodeFlag.POWERING_UP)) {
            if (now >= node.powerChangeAt() + BOOT) {
                node.booted(now);
                state.nodesChanged();
            }
        } else if (node.has(NodeFlag.POWERING_DOWN)) {
            if (now >= node.powerChangeAt() + SUSPEND_TIMEOUT) {
                node.poweredDown();
                state.nodesChanged();
            }
        } else if (!node.has(NodeFlag.POWERED_DOWN) && node.isIdle() && now >= node.lastBusyAt() + SUSPEND_TIME) {
            node.powerDown(now);
            state.nodesChanged();
        }
    }
}
