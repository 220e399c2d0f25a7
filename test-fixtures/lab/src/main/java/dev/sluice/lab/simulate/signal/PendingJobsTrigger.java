package dev.sluice.lab.simulate.signal;

import dev.sluice.lab.hpa.HpaSpec;
import dev.sluice.lab.simulate.kubernetes.KedaTrigger;
import dev.sluice.lab.simulate.kubernetes.SimulatedNodeSet;
import dev.sluice.lab.simulate.slurm.NodeSetSpec;
import dev.sluice.lab.simulate.slurm.Slurm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * The KEDA trigger in slurm-operator's documentation: the number of pending jobs of the partition, with type Value and
 * threshold 5. By default ({@code ignoreNullValues}), KEDA reads a missing metric as 0.
 */
public final class PendingJobsTrigger implements Autoscaler {

    private static final long THRESHOLD = 5;

    private final Clocks clocks = new Clocks();
    private final Slurm slurm;
    private final List<SimulatedNodeSet> sets;
    private final List<KedaTrigger> triggers = new ArrayList<>();

    /** Creates a trigger per NodeSet, with the HPA that KEDA creates by default. */
    public PendingJobsTrigger(Slurm slurm, List<SimulatedNodeSet> sets) {
        this(slurm, sets, PendingJobsTrigger::hpa);
    }

    /**
     * Creates a trigger per NodeSet.
     *
     * @param hpas returns the HPA of a NodeSet
     */
    public PendingJobsTrigger(Slurm slurm, List<SimulatedNodeSet> sets, Function<NodeSetSpec, HpaSpec> hpas) {
        this.slurm = slurm;
        this.sets = List.copyOf(sets);
        sets.forEach(set -> triggers.add(new KedaTrigger(hpas.apply(set.spec()), THRESHOLD)));
    }

    /** Returns an HPA that has no behavior section and never scales to zero. */
    private static HpaSpec hpa(NodeSetSpec spec) {
        return new HpaSpec(Math.max(1, spec.min()), spec.max(), Optional.empty());
    }

    @Override
    public void sync(long now, boolean readable) {
        clocks.step(now, () -> poll(readable), (set, number) -> scale(now, set, number));
    }

    private List<OptionalLong> poll(boolean readable) {
        return sets.stream()
                .map(set -> OptionalLong.of(
                        readable
                                ? slurm.pendingJobs(
                                        set.spec().type().partitions().get(0))
                                : 0))
                .toList();
    }

    private void scale(long now, int set, OptionalLong number) {
        SimulatedNodeSet scaled = sets.get(set);
        scaled.scaleTo(triggers.get(set).sync(now, scaled.scale(), number.orElse(0)));
    }
}
