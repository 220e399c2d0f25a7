package dev.sluice.exporter.simulate.signal;

import dev.sluice.common.hpa.HpaSpec;
import dev.sluice.exporter.simulate.kubernetes.KedaTrigger;
import dev.sluice.exporter.simulate.kubernetes.SimulatedNodeSet;
import dev.sluice.exporter.simulate.slurm.NodeSetSpec;
import dev.sluice.exporter.simulate.slurm.Slurm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The trigger of slurm-operator's documentation: KEDA on the number of pending jobs of the partition, type Value,
 * threshold 5. Where the metric is gone KEDA takes it for 0, which is its default ({@code ignoreNullValues}).
 */
public final class PendingJobsTrigger implements Autoscaler {

    private static final long THRESHOLD = 5;

    private final Slurm slurm;
    private final List<SimulatedNodeSet> sets;
    private final List<KedaTrigger> triggers = new ArrayList<>();

    /** A trigger for each NodeSet, with the HPAs that KEDA makes unless told otherwise. */
    public PendingJobsTrigger(Slurm slurm, List<SimulatedNodeSet> sets) {
        this(slurm, sets, PendingJobsTrigger::hpa);
    }

    /**
     * A trigger for each NodeSet.
     *
     * @param hpas the HPA of a NodeSet
     */
    public PendingJobsTrigger(Slurm slurm, List<SimulatedNodeSet> sets, Function<NodeSetSpec, HpaSpec> hpas) {
        this.slurm = slurm;
        this.sets = List.copyOf(sets);
        sets.forEach(set -> triggers.add(new KedaTrigger(hpas.apply(set.spec()), THRESHOLD)));
    }

    /** Without a behavior, and never down to zero. */
    private static HpaSpec hpa(NodeSetSpec spec) {
        return new HpaSpec(Math.max(1, spec.min()), spec.max(), Optional.empty());
    }

    @Override
    public void sync(long now, boolean readable) {
        for (int i = 0; i < sets.size(); i++) {
            SimulatedNodeSet set = sets.get(i);
            String partition = set.spec().type().partitions().get(0);
            long pending = readable ? slurm.pendingJobs(partition) : 0;
            set.scaleTo(triggers.get(i).sync(now, set.scale(), pending));
        }
    }
}
