package dev.sluice.lab.simulate.signal;

import dev.sluice.lab.hpa.ExternalMetric;
import dev.sluice.lab.hpa.Hpa;
import dev.sluice.lab.hpa.HpaSpec;
import dev.sluice.lab.hpa.ScalingRules;
import dev.sluice.lab.simulate.kubernetes.SimulatedNodeSet;
import dev.sluice.lab.simulate.slurm.Slurm;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * A PromQL expression that a careful user could write: the number of busy nodes of the NodeSet plus the number of
 * pending jobs of its partition. The expression counts one node per job. Each NodeSet has the HPA that
 * {@link SluiceSignal} also uses. If the metric is missing, the HPA changes nothing.
 */
public final class BusyPlusPending implements Autoscaler {

    private final Clocks clocks = new Clocks();
    private final Slurm slurm;
    private final List<SimulatedNodeSet> sets;
    private final List<Hpa> hpas = new ArrayList<>();

    public BusyPlusPending(Slurm slurm, List<SimulatedNodeSet> sets) {
        this.slurm = slurm;
        this.sets = List.copyOf(sets);
        sets.forEach(set -> hpas.add(Hpa.thatScaledToZero(
                HpaSpec.recommended(set.spec().min(), set.spec().max(), 0, ScalingRules.DEFAULT_WINDOW))));
    }

    @Override
    public void sync(long now, boolean readable) {
        clocks.step(now, () -> poll(readable), (set, number) -> scale(now, set, number));
    }

    private List<OptionalLong> poll(boolean readable) {
        return sets.stream()
                .map(set -> readable ? OptionalLong.of(set.busyNodes() + pending(set)) : OptionalLong.empty())
                .toList();
    }

    private long pending(SimulatedNodeSet set) {
        return slurm.pendingJobs(set.spec().type().partitions().get(0));
    }

    private void scale(long now, int set, OptionalLong number) {
        SimulatedNodeSet scaled = sets.get(set);
        scaled.scaleTo(hpas.get(set)
                .sync(now, scaled.scale(), List.of(ExternalMetric.pods(number)))
                .replicas());
    }
}
