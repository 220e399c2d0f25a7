package dev.sluice.exporter.simulate;

import dev.sluice.common.hpa.ScalingRules;
import dev.sluice.exporter.derive.scaling.ScalingPolicy;
import dev.sluice.exporter.simulate.kubernetes.SimulatedNodeSet;
import dev.sluice.exporter.simulate.signal.Autoscaler;
import dev.sluice.exporter.simulate.signal.PendingJobsTrigger;
import dev.sluice.exporter.simulate.signal.SluiceSignal;
import dev.sluice.exporter.simulate.slurm.Slurm;
import java.time.Duration;
import java.util.List;

/** What decides how many nodes there are. Closed list. */
public enum Signal {
    /** KEDA on the number of pending jobs, as slurm-operator's documentation has it. */
    DOCUMENTED("pending jobs"),
    /** Sluice's number and an HPA with tolerance 0, as our examples have it. */
    SLUICE("sluice"),
    /** The same with the tolerance that an HPA has unless told otherwise. */
    SLUICE_TOLERANT("sluice, tolerance 0.1"),
    /** The same with a number that is raised where the tolerance would swallow it. */
    SLUICE_COMPENSATED("sluice, tolerance 0.1, compensated"),
    /** Sluice's number with room reserved for jobs that do not fit yet. */
    SLUICE_RESERVE("sluice, headroom reserve"),
    /** Sluice's number without aging: a job that never fits is left out for ever. */
    SLUICE_WITHOUT_AGING("sluice, no aging");

    private final String label;

    Signal(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    Autoscaler on(Slurm slurm, List<SimulatedNodeSet> sets) {
        ScalingPolicy policy = ScalingPolicy.DEFAULT;
        double tolerance = ScalingRules.DEFAULT_TOLERANCE;
        return switch (this) {
            case DOCUMENTED -> new PendingJobsTrigger(slurm, sets);
            case SLUICE -> new SluiceSignal(slurm, sets, SluiceSignal.Settings.RECOMMENDED);
            case SLUICE_TOLERANT -> new SluiceSignal(slurm, sets, new SluiceSignal.Settings(policy, tolerance, false));
            case SLUICE_COMPENSATED ->
                new SluiceSignal(slurm, sets, new SluiceSignal.Settings(policy, tolerance, true));
            case SLUICE_RESERVE ->
                new SluiceSignal(
                        slurm, sets, new SluiceSignal.Settings(policy.with(ScalingPolicy.Headroom.RESERVE), 0, false));
            case SLUICE_WITHOUT_AGING ->
                new SluiceSignal(slurm, sets, new SluiceSignal.Settings(policy.agingAfter(Duration.ZERO), 0, false));
        };
    }
}
