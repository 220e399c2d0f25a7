package dev.sluice.lab.simulate.nodes;

import dev.sluice.lab.scheduling.NodeFlag;
import dev.sluice.lab.scheduling.SimulatedNode;
import dev.sluice.lab.scheduling.controller.Controller;
import dev.sluice.lab.scheduling.controller.PowerSaving;
import dev.sluice.lab.simulate.slurm.NodeSetSpec;
import dev.sluice.lab.simulate.slurm.Slurm;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Nodes with {@code State=CLOUD}. slurmctld allocates powered-down nodes to jobs, and starts these nodes with
 * ResumeProgram. slurmctld powers down a node that was idle for SuspendTime. This class needs no exporter and no
 * autoscaler.
 */
public final class PowerSavedNodes implements Provisioning {

    /**
     * Equals the default stabilization window of an HPA, so that power saving and an HPA keep idle nodes for an equal
     * time.
     */
    private static final long SUSPEND_TIME = 300;

    private final List<NodeSetSpec> specs;
    private final Slurm slurm;
    private final Controller slurmctld;
    private final List<PowerSaving> sets = new ArrayList<>();

    /** Creates the nodes. The initial nodes are idle. SuspendExcNodes keeps the minimum number of nodes powered up. */
    public PowerSavedNodes(Slurm slurm, List<NodeSetSpec> specs) {
        this.specs = List.copyOf(specs);
        this.slurm = slurm;
        this.slurmctld = slurm.controller();
        for (NodeSetSpec spec : specs) {
            List<SimulatedNode> nodes = nodes(spec).toList();
            nodes.stream().limit(Math.max(spec.initial(), spec.min())).forEach(node -> {
                node.powerUp(0);
                node.booted(0);
            });
            sets.add(new PowerSaving(
                    slurmctld,
                    new PowerSaving.Times(SUSPEND_TIME, 0),
                    nodes.subList(spec.min(), nodes.size()),
                    node -> spec.startDelay(node.name(), node.powerChangeAt())));
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
    public void fail(int set, int ordinal, long now) {
        String node = specs.get(set).type().node(ordinal);
        if (isReady(slurmctld.node(node))) {
            slurm.fail(node, now);
        }
    }

    @Override
    public void repair(int set, int ordinal) {
        SimulatedNode node = slurmctld.node(specs.get(set).type().node(ordinal));
        if (node.isDown()) {
            slurmctld.resume(node.name());
        }
    }

    @Override
    public int nodes() {
        return count(PowerSavedNodes::isOn);
    }

    @Override
    public double price() {
        double price = 0;
        for (NodeSetSpec spec : specs) {
            price += spec.type().price()
                    * nodes(spec).filter(PowerSavedNodes::isOn).count();
        }
        return price;
    }

    @Override
    public int busyNodes() {
        return count(node -> !node.isIdle() && !node.has(NodeFlag.POWERING_UP));
    }

    private Stream<SimulatedNode> nodes(NodeSetSpec spec) {
        return IntStream.range(0, spec.max())
                .mapToObj(ordinal -> slurmctld.node(spec.type().node(ordinal)));
    }

    private static boolean isOn(SimulatedNode node) {
        return !node.has(NodeFlag.POWERED_DOWN);
    }

    private static boolean isReady(SimulatedNode node) {
        return isOn(node) && !node.has(NodeFlag.POWERING_UP) && !node.has(NodeFlag.POWERING_DOWN);
    }

    private int count(Predicate<SimulatedNode> which) {
        return (int) slurmctld.nodes().stream().filter(which).count();
    }
}
