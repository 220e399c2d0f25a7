package dev.sluice.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.ScalingPolicy;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeFlag;
import dev.sluice.lab.simulate.cluster.AutoscaledNodes;
import dev.sluice.lab.simulate.cluster.NodeSetSpec;
import dev.sluice.lab.simulate.cluster.Records;
import dev.sluice.lab.simulate.cluster.SimulatedNodeSet;
import dev.sluice.lab.simulate.cluster.SluiceSignal;
import dev.sluice.lab.simulate.cluster.Slurm;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Sluice's signal, with a check of each number: desired nodes &lt;= busy nodes + nodes that pending jobs need + nodes that
 * the hardware or a person has broken. The nodes of a job are those that the job requests, so the check uses none of the
 * code that computes the signal.
 */
final class CheckedSignal implements AutoscaledNodes.Signal {

    /** slurmctld starts no job with one of these reasons on more nodes. */
    private static final Set<String> NO_NODES = Set.of("Dependency", "BadConstraints", "BeginTime");

    private final Scenario scenario;
    private final Slurm slurm;
    private final SluiceSignal signal;

    CheckedSignal(Scenario scenario, Slurm slurm) {
        this.scenario = scenario;
        this.slurm = slurm;
        this.signal = new SluiceSignal(slurm, ScalingPolicy.DEFAULT);
    }

    @Override
    public List<OptionalLong> poll(List<SimulatedNodeSet> sets, long now, boolean readable) {
        List<OptionalLong> values = signal.poll(sets, now, readable);
        if (readable) {
            check(values.stream().mapToLong(value -> value.orElse(0)).sum(), now);
        }
        return values;
    }

    private void check(long desired, long now) {
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
                .filter(failure -> failure.from() <= now && now <= failure.to())
                .count();
        assertThat(desired)
                .as(
                        "%s at %d s: %d busy, %d pending, %d reserved, %d broken",
                        scenario, now, slurm.busyNodes(), pending, kept, broken)
                .isLessThanOrEqualTo(slurm.busyNodes() + pending + kept + broken);
    }

    private long nodes(Job job) {
        boolean counts = job.waiting()
                && !job.status().held()
                && !NO_NODES.contains(job.status().reason())
                && job.request().nodes()
                        <= scenario.sets().stream().mapToInt(NodeSetSpec::max).sum();
        return counts ? job.request().nodes() * job.array().tasks() : 0;
    }
}
