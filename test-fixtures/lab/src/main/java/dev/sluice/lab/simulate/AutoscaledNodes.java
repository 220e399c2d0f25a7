package dev.sluice.lab.simulate;

import dev.sluice.lab.kubernetes.Hpa;
import dev.sluice.lab.kubernetes.Hpa.ExternalMetric;
import dev.sluice.lab.kubernetes.Hpa.Scale;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * NodeSets that follow a signal, with the intervals of a real cluster: the exporter polls Slurm every 15 seconds, the
 * adapter reads the exporter every 5 seconds, and the HPA reads the adapter every 15 seconds. So the HPA's values are
 * 10 seconds old.
 */
public final class AutoscaledNodes implements Provisioning {

    private static final long INTERVAL = 15;
    private static final long POLL = 10;
    private static final long HPA = 5;

    private final List<SimulatedNodeSet> sets;
    private final Signal signal;
    private final List<Scaler> scalers = new ArrayList<>();
    private List<OptionalLong> exporter = List.of();
    private List<OptionalLong> adapter = List.of();

    /** A signal on which NodeSets scale. */
    public interface Signal {

        /** Returns the current value for each NodeSet. */
        List<OptionalLong> poll(List<SimulatedNodeSet> sets, long now);
    }

    /** The autoscaler of one NodeSet. */
    public interface Scaler {

        /** Returns the desired replicas, every 15 seconds. */
        int sync(long now, Scale scale, OptionalLong value);
    }

    /** Creates NodeSets with a constant number of nodes. */
    public AutoscaledNodes(Slurm slurm, List<NodeSetSpec> specs) {
        this(slurm, specs, (sets, now) -> List.of(), spec -> (now, scale, value) -> scale.spec());
    }

    public AutoscaledNodes(Slurm slurm, List<NodeSetSpec> specs, Signal signal, Function<NodeSetSpec, Scaler> scaler) {
        this.sets =
                specs.stream().map(spec -> new SimulatedNodeSet(spec, slurm)).toList();
        this.signal = signal;
        specs.forEach(spec -> scalers.add(scaler.apply(spec)));
    }

    /**
     * Returns an HPA as in the examples of the documentation. If the metric is missing, the HPA changes nothing.
     *
     * @param window stabilization window in seconds
     */
    public static Scaler hpa(NodeSetSpec spec, long window) {
        Hpa hpa = Hpa.thatScaledToZero(new Hpa.Spec(spec.min(), spec.max(), OptionalLong.of(window)));
        return (now, scale, value) ->
                hpa.sync(now, scale, List.of(ExternalMetric.pods(value))).replicas();
    }

    /**
     * A PromQL expression that a careful user could write: the number of busy nodes of the NodeSet plus the number of
     * pending jobs of its partitions. The expression counts one node per job.
     */
    public static Signal busyPlusPending(Slurm slurm) {
        return (sets, now) -> sets.stream()
                .map(set -> OptionalLong.of(slurm.busyNodes(set.spec()) + pending(slurm, set)))
                .toList();
    }

    /** The signal of slurm-operator's documentation: the number of pending jobs of the partitions. */
    public static Signal pendingJobs(Slurm slurm) {
        return (sets, now) ->
                sets.stream().map(set -> OptionalLong.of(pending(slurm, set))).toList();
    }

    private static long pending(Slurm slurm, SimulatedNodeSet set) {
        return set.spec().partitions().stream().mapToLong(slurm::pendingJobs).sum();
    }

    @Override
    public void start(long now) {
        sets.forEach(set -> set.start(now));
    }

    @Override
    public void sync(long now, boolean readable) {
        adapter = exporter;
        if (now % INTERVAL == POLL) {
            exporter = readable
                    ? signal.poll(sets, now)
                    : sets.stream().map(set -> OptionalLong.empty()).toList();
        }
        if (now % INTERVAL == HPA) {
            for (int i = 0; i < adapter.size(); i++) {
                SimulatedNodeSet set = sets.get(i);
                set.scaleTo(scalers.get(i).sync(now, set.scale(), adapter.get(i)));
            }
        }
        sets.forEach(set -> set.sync(now, readable));
    }

    @Override
    public void fail(int ordinal, long now) {
        sets.get(0).fail(ordinal, now);
    }

    @Override
    public void repair(int ordinal) {
        sets.get(0).repair(ordinal);
    }

    @Override
    public List<Integer> nodes() {
        return sets.stream().map(set -> set.pods().size()).toList();
    }

    @Override
    public int busyDrained() {
        return sets.stream().mapToInt(SimulatedNodeSet::busyDrained).sum();
    }
}
