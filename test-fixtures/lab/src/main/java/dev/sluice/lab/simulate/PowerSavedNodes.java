package dev.sluice.lab.simulate;

import dev.sluice.lab.scheduling.NodeFlag;
import dev.sluice.lab.scheduling.PowerSaving;
import dev.sluice.lab.scheduling.SimulatedNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Nodes with {@code State=CLOUD}. slurmctld allocates powered-down nodes to jobs, and starts these nodes with
 * ResumeProgram. slurmctld powers down a node that was idle for SuspendTime.
 */
public final class PowerSavedNodes implements Provisioning {

    /** Equals the default stabilization window of an HPA, so that both keep idle nodes for an equal time. */
    private static final long SUSPEND_TIME = 300;

    private final Slurm slurm;
    private final List<List<SimulatedNode>> nodes;
    private final List<PowerSaving> sets = new ArrayList<>();

    /** Creates the nodes. The initial nodes are idle. SuspendExcNodes keeps the minimum number of nodes powered up. */
    public PowerSavedNodes(Slurm slurm, List<NodeSetSpec> specs) {
        this.slurm = slurm;
        this.nodes = specs.stream().map(slurm::nodes).toList();
        for (NodeSetSpec spec : specs) {
            List<SimulatedNode> all = slurm.nodes(spec);
            all.stream().limit(Math.max(spec.initial(), spec.min())).forEach(node -> {
                node.powerUp(0);
                node.booted(0);
            });
            sets.add(new PowerSaving(
                    slurm.controller(),
                    SUSPEND_TIME,
                    0,
                    all.subList(spec.min(), all.size()),
                    node -> spec.startDelay()));
        }
    }

    @Override
    public void start(long now) {
        sets.forEach(PowerSaving::step);
    }

    /** Does nothing, because slurmctld powered nodes up or down in its last scheduling pass. */
    @Override
    public void sync(long now, boolean readable) {}

    @Override
    public void fail(int ordinal, long now) {
        SimulatedNode node = nodes.get(0).get(ordinal);
        if (isOn(node) && !node.has(NodeFlag.POWERING_UP) && !node.has(NodeFlag.POWERING_DOWN)) {
            slurm.fail(node.name(), now);
        }
    }

    @Override
    public void repair(int ordinal) {
        SimulatedNode node = nodes.get(0).get(ordinal);
        if (node.isDown()) {
            slurm.controller().resume(node.name());
        }
    }

    @Override
    public List<Integer> nodes() {
        return nodes.stream()
                .map(set -> (int) set.stream().filter(PowerSavedNodes::isOn).count())
                .toList();
    }

    private static boolean isOn(SimulatedNode node) {
        return !node.has(NodeFlag.POWERED_DOWN);
    }
}
