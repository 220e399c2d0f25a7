package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.Job;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Computes how many nodes every pool should have: those that are busy and those that the jobs need that wait for
 * nothing else, packed first fit in the order of their priority.
 */
public final class Scaling {

    private Scaling() {}

    /** The demand; the same for the same input in whatever order, and for any input. */
    public static ScalingDemand demand(ScalingInput input) {
        HostNames names = new HostNames();
        Set<String> jobNodes = jobNodes(input.jobs());
        List<PoolState> pools = input.pools().stream()
                .sorted(Comparator.comparing(Pool::name))
                .map(pool -> new PoolState(pool, jobNodes))
                .toList();
        Allocation allocation = new Allocation(input, pools, names);
        List<JobExplanation> jobs = allocation.run();
        List<PoolDemand> demands = new ArrayList<>();
        for (PoolState pool : pools) {
            demands.add(Desired.of(pool, input.policy()));
        }
        long truncated = input.jobs().stream()
                .filter(job -> job.pending() && job.tasksTruncated())
                .count();
        Set<String> served = input.pools().stream()
                .flatMap(pool -> pool.partitions().stream())
                .collect(Collectors.toSet());
        return new ScalingDemand(
                demands,
                PartitionDemand.of(served, jobs, input.at().getEpochSecond()),
                jobs,
                allocation.choices(),
                truncated);
    }

    /** Nodes that jobs hold: a job that started since the nodes were asked for makes its nodes busy too. */
    private static Set<String> jobNodes(List<Job> jobs) {
        Set<String> lists = new HashSet<>();
        Set<String> nodes = new HashSet<>();
        for (Job job : jobs) {
            if (job.holdsNodes() && !job.nodes().isEmpty() && lists.add(job.nodes())) {
                nodes.addAll(Hostlist.parse(job.nodes()).names());
            }
        }
        return nodes;
    }
}
