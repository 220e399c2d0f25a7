package dev.sluice.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeFlag;
import dev.sluice.lab.simulate.Scenario.Failure;
import dev.sluice.lab.simulate.kubernetes.SimulatedNodeSet;
import dev.sluice.lab.simulate.signal.Autoscaler;
import dev.sluice.lab.simulate.signal.SluiceSignal;
import dev.sluice.lab.simulate.slurm.Records;
import dev.sluice.lab.simulate.slurm.Slurm;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sluice's signal, with a check of each number: desired nodes &lt;= busy nodes + nodes that pending jobs need + spares +
 * nodes that the hardware or a person has broken. The nodes of a job are those that the job requests, so the check uses
 * none of the code that computes the signal.
 */
final class CheckedSignal implements Autoscaler {

    /** slurmctld starts no job with one of these reasons on more nodes. */
    private static final Set<String> NO_NODES = Set.of("Dependency", "BadConstraints", "BeginTime");

    private final Scenario scenario;
    private final Slurm slurm;
    private final List<SimulatedNodeSet> sets;
    private final SluiceSignal signal;
    private Map<String, Long> checked = Map.of();

    CheckedSignal(Scenario scenario, Slurm slurm, List<SimulatedNodeSet> sets) {
        this.scenario = scenario;
        this.slurm = slurm;
        this.sets = sets;
        this.signal = new SluiceSignal(slurm, sets, SluiceSignal.Settings.RECOMMENDED);
    }

    @Override
    public void sync(long now, boolean readable) {
        signal.sync(now, readable);
        if (signal.desired() != checked) {
            checked = signal.desired();
            check(now);
        }
    }

    private void check(long now) {
        long desired = checked.values().stream().mapToLong(Long::longValue).sum();
        long busy = sets.stream().mapToLong(SimulatedNodeSet::busyNodes).sum();
        Records records = slurm.records();
        long pending = records.jobs().stream().mapToLong(this::nodes).sum();
        List<Node> nodes = records.nodes();
        // Idle nodes whose reservation begins before the jobs could end cannot take the jobs.
        long kept = records.reservations().isEmpty()
                ? 0
                : nodes.stream()
                        .filter(node -> !node.busy() && !node.flags().contains(NodeFlag.MAINTENANCE))
                        .count();
        long broken = scenario.trouble().failures().stream()
                .filter(failure -> isBroken(failure, now))
                .count();
        assertThat(desired)
                .as(
                        "%s at %d s: %d busy, %d pending, %d reserved, %d broken",
                        scenario, now, busy, pending, kept, broken)
                .isLessThanOrEqualTo(busy + pending + kept + broken);
    }

    private long nodes(Job job) {
        boolean counts = job.waiting()
                && !job.status().held()
                && !NO_NODES.contains(job.status().reason())
                && job.request().nodes() <= max();
        long tasks = job.array().tasks();
        return counts ? job.request().nodes() * tasks : 0;
    }

    private long max() {
        return scenario.sets().stream().mapToLong(set -> set.max()).sum();
    }

    private static boolean isBroken(Failure failure, long now) {
        return failure.from() <= now && now <= failure.to();
    }
}
