package dev.sluice.lab.simulate.nodes;

import dev.sluice.lab.simulate.kubernetes.SimulatedNodeSet;
import dev.sluice.lab.simulate.signal.Autoscaler;
import dev.sluice.lab.simulate.slurm.NodeSetSpec;
import dev.sluice.lab.simulate.slurm.Slurm;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;

/** The pods of NodeSets, with the autoscaler that sets their number. */
public final class ScaledNodes implements Provisioning {

    private final List<SimulatedNodeSet> sets;
    private final Autoscaler autoscaler;

    public ScaledNodes(
            Slurm slurm, List<NodeSetSpec> specs, BiFunction<Slurm, List<SimulatedNodeSet>, Autoscaler> autoscaler) {
        this.sets =
                specs.stream().map(spec -> new SimulatedNodeSet(spec, slurm)).toList();
        this.autoscaler = autoscaler.apply(slurm, sets);
    }

    @Override
    public void start(long now) {
        sets.forEach(set -> set.start(now));
    }

    @Override
    public void sync(long now, boolean readable) {
        autoscaler.sync(now, readable);
        sets.forEach(set -> set.sync(now, readable));
    }

    @Override
    public void fail(int set, int ordinal, long now) {
        sets.get(set).fail(ordinal, now);
    }

    @Override
    public void repair(int set, int ordinal) {
        sets.get(set).repair(ordinal);
    }

    @Override
    public int nodes() {
        return sum(set -> set.scale().status());
    }

    @Override
    public double price() {
        return sets.stream()
                .mapToDouble(set -> set.scale().status() * set.spec().type().price())
                .sum();
    }

    @Override
    public int busyNodes() {
        return sum(SimulatedNodeSet::busyNodes);
    }

    @Override
    public int busyDrained() {
        return sum(SimulatedNodeSet::busyDrained);
    }

    @Override
    public int undrained() {
        return sum(SimulatedNodeSet::undrained);
    }

    @Override
    public int unusedPods() {
        return sum(SimulatedNodeSet::unusedPods);
    }

    private int sum(ToIntFunction<SimulatedNodeSet> number) {
        return sets.stream().mapToInt(number).sum();
    }
}
