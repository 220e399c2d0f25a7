package dev.sluice.exporter.simulate.signal;

import dev.sluice.common.hpa.HpaSpec;
import dev.sluice.exporter.simulate.kubernetes.KedaTrigger;
import dev.sluice.exporter.simulate.kubernetes.SimulatedNodeSet;
import dev.sluice.exporter.simulate.slurm.NodeSetSpec;
import dev.sluice.exporter.simulate.slurm.Slurm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The trigger of slurm-operator's documentation: KEDA on the number of pending jobs of the partition, type Value,
 * threshold 5. Where the metric is gone KEDA takes it for 0, which is its default ({@code ignoreNullValues}).
 */
public final class PendingJobsTrigger implements Autoscaler {

    private static final long THRESHOLD = 5;

    private final Slurm slurm;
    private final List<SimulatedNodeSet> sets;
    private final List<KedaTrigger> triggers = new ArrayList<>();

    /**
     * A trigger for each NodeSet.
     *
     * @param behavior of the HPAs; KEDA makes them without one unless told otherwise
     */
    public PendingJobsTrigger(Slurm slurm, List<SimulatedNodeSet> sets, Optional<HpaSpec.Behavior> behavior) {
        this.slurm = slurm;
        this.sets = List.copyOf(sets);
        for (SimulatedNodeSet set : sets) {
            NodeSetSpec spec = set.spec();
            HpaSpec hpa = new HpaSpec(Math.max(1, spec.min()), spec.max(), behavior);
            triggers.add(new KedaTrigger(hpa, THRESHOLD));
        }
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
