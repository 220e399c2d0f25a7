package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.model.Job;
import dev.sluice.exporter.model.JobShape;
import dev.sluice.exporter.model.Partition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the pools that suit a job; once for all jobs that ask alike. */
final class OptionsFinder {

    private final Map<String, List<PoolState>> poolsByPartition = new HashMap<>();
    private final Map<String, Partition> partitions = new HashMap<>();
    private final List<FixedNodes> fixed;
    private final Map<Key, Options> known = new HashMap<>();
    private final HostNames names;

    private record Key(NodeNeed.Ask size, List<String> partitions) {}

    OptionsFinder(List<PoolState> pools, List<FixedNodes> fixed, List<Partition> partitions, HostNames names) {
        this.fixed = fixed;
        for (PoolState pool : pools) {
            for (String partition : pool.pool().partitions()) {
                poolsByPartition
                        .computeIfAbsent(partition, unused -> new ArrayList<>())
                        .add(pool);
            }
        }
        partitions.forEach(partition -> this.partitions.put(partition.name(), partition));
        this.names = names;
    }

    Options of(Job job) {
        Key key = new Key(new NodeNeed.Ask(job.shape(), job.request()), job.partitions());
        return known.computeIfAbsent(key, this::find);
    }

    private Options find(Key key) {
        Map<PoolName, Options.Candidate> fits = new LinkedHashMap<>();
        Optional<Options.Misfit> closest = Optional.empty();
        for (String name : key.partitions()) {
            for (PoolState pool : poolsByPartition.getOrDefault(name, List.of())) {
                Measured measured = measure(key.size(), pool, name);
                if (measured.need().isPresent()) {
                    JobShape shape = key.size().shape();
                    var ask = new PoolState.Ask(measured.need().get(), shape.requiredNodes(), shape.excludedNodes());
                    fits.putIfAbsent(pool.pool().name(), new Options.Candidate(pool, name, ask));
                } else {
                    Options.Misfit misfit = new Options.Misfit(pool, name, measured.cause());
                    closest = closest.isEmpty() || misfit.closerThan(closest.get()) ? Optional.of(misfit) : closest;
                }
            }
        }
        boolean elsewhere = fits.isEmpty()
                && key.partitions().stream().anyMatch(partition -> fitsOnFixedNodes(key.size(), partition));
        return new Options(List.copyOf(fits.values()), elsewhere ? Optional.empty() : closest, elsewhere);
    }

    /** Whether the nodes of no pool in the partition are large enough and enough of them. */
    private boolean fitsOnFixedNodes(NodeNeed.Ask size, String partitionName) {
        Optional<Partition> partition = Optional.ofNullable(partitions.get(partitionName));
        if (partition.isPresent() && !partition.get().state().startsJobs()) {
            return false;
        }
        boolean whole = partition.map(Partition::wholeNodes).orElse(false);
        long most = partition.map(Partition::maxNodes).orElse(Long.MAX_VALUE);
        long suitable = 0;
        long needed = Long.MAX_VALUE;
        for (FixedNodes nodes : fixed) {
            if (nodes.partitions().contains(partitionName)) {
                Optional<NodeNeed> need = NodeNeed.of(size, whole, Optional.of(nodes.shape()), Long.MAX_VALUE)
                        .need();
                suitable = need.isPresent() ? Amounts.sum(suitable, nodes.nodes()) : suitable;
                needed = Math.min(needed, need.map(NodeNeed::nodes).orElse(Long.MAX_VALUE));
            }
        }
        return needed <= Math.min(suitable, most);
    }

    /** A need, or none: then a cause, or none of those either where nodes of that name are missing. */
    private record Measured(Optional<NodeNeed> need, Optional<UnsatisfiableCause> cause) {

        static Measured impossible(UnsatisfiableCause cause) {
            return new Measured(Optional.empty(), Optional.of(cause));
        }
    }

    private Measured measure(NodeNeed.Ask size, PoolState pool, String partitionName) {
        Optional<Partition> partition = Optional.ofNullable(partitions.get(partitionName));
        if (partition.isPresent() && !partition.get().state().startsJobs()) {
            return Measured.impossible(UnsatisfiableCause.PARTITION_DOWN);
        }
        boolean whole = partition.map(Partition::wholeNodes).orElse(false);
        NodeNeed.Fit fit = NodeNeed.of(size, whole, pool.pool().shape(), pool.max());
        if (fit.need().isEmpty()) {
            return new Measured(Optional.empty(), fit.cause());
        }
        long nodes = fit.need().get().nodes();
        if (nodes > partition.map(Partition::maxNodes).orElse(Long.MAX_VALUE)) {
            return Measured.impossible(UnsatisfiableCause.PARTITION_LIMIT);
        }
        if (nodes > pool.max()) {
            return Measured.impossible(UnsatisfiableCause.TOO_MANY_NODES);
        }
        String required = size.shape().requiredNodes();
        return required.isEmpty() || pool.canHave(names.of(required))
                ? new Measured(fit.need(), Optional.empty())
                : new Measured(Optional.empty(), Optional.empty());
    }
}
