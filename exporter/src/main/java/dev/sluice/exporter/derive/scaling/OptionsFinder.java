package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.pool.BoundedCache;
import dev.sluice.exporter.derive.scaling.pool.FeatureExpression;
import dev.sluice.exporter.derive.scaling.pool.FixedNodes;
import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.NodeIndex;
import dev.sluice.exporter.derive.scaling.pool.NodeNeed;
import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.derive.scaling.pool.Packing;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.derive.scaling.pool.Reservations;
import dev.sluice.exporter.derive.scaling.pool.UnsatisfiableCause;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.Partition.CpuLimit;
import dev.sluice.exporter.model.cluster.SelectType;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobPlacement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the pools that suit a job, once for all jobs with the same request. */
final class OptionsFinder {

    /** Maximum number of cached candidates, about 60 bytes each. */
    private static final int MAX_KEPT_CANDIDATES = 1 << 16;

    private final Map<String, List<PoolState>> poolsByPartition = new HashMap<>();
    private final Map<String, Partition> partitions = new HashMap<>();
    private final List<Qos> qos;
    private final PartitionTiers tiers;
    private final List<FixedNodes> fixed;
    private final SelectType select;
    private final BoundedCache<Key, Options> known = new BoundedCache<>(
            MAX_KEPT_CANDIDATES, options -> 1 + options.fits().size());
    private final Reservations reservations;
    private final NodeIndex lists;
    private final Map<PoolState, Integer> shapes = new HashMap<>();
    private final Map<PoolState, Map<List<String>, List<String>>> nodesByFeatures = new HashMap<>();

    /**
     * The properties of a job that determine where the job could run; user and reserved nodes are empty if irrelevant.
     *
     * @param tooShort partitions with a MaxTime below the job's limit; empty for one partition: the reason shows this
     */
    private record Key(
            NodeNeed.Ask size,
            List<String> partitions,
            String user,
            String reserved,
            List<String> tooShort,
            boolean ignoresMaxNodes) {}

    OptionsFinder(
            List<PoolState> pools,
            ScalingInput input,
            PartitionTiers tiers,
            Reservations reservations,
            NodeIndex lists) {
        this.tiers = tiers;
        this.reservations = reservations;
        this.fixed = input.fixed();
        this.select = input.constraints().select();
        Map<List<NodeShape>, Integer> numbers = new HashMap<>();
        for (PoolState pool : pools) {
            shapes.put(pool, numbers.computeIfAbsent(pool.pool().shapes(), unused -> numbers.size()));
            for (String partition : pool.pool().partitions()) {
                poolsByPartition
                        .computeIfAbsent(partition, unused -> new ArrayList<>())
                        .add(pool);
            }
        }
        input.constraints().partitions().forEach(partition -> this.partitions.put(partition.name(), partition));
        this.qos = input.constraints().qos();
        this.lists = lists;
    }

    Options of(Job job) {
        Key key = new Key(
                NodeNeed.Ask.of(job),
                job.partitions(),
                user(job),
                reservations.inTheWayOf(job),
                tooShort(job),
                job.shape().maximumNodes() > 0 && hasFlag(job, "PARTITION_MAXIMUM_NODE"));
        return known.get(key, this::find);
    }

    private boolean hasFlag(Job job, String flag) {
        return qos.stream()
                .filter(one -> one.flags().contains(flag))
                .anyMatch(one -> job.owner().qosNames().contains(one.name()));
    }

    private List<String> tooShort(Job job) {
        return job.partitions().size() == 1 || hasFlag(job, "PARTITION_TIME_LIMIT")
                ? List.of()
                : job.partitions().stream()
                        .filter(name -> job.minimumLimit()
                                > partition(name).maxSeconds().orElse(Long.MAX_VALUE))
                        .toList();
    }

    private String user(Job job) {
        boolean matters = job.shape().placement().userNodes()
                || job.partitions().stream().anyMatch(name -> partition(name).userNodes());
        return matters ? job.owner().user() : "";
    }

    /**
     * Excludes ghost nodes: a ghost node may return with other features, for example after a change of the template.
     */
    private static Map<List<String>, List<String>> nodesByFeatures(PoolState pool) {
        return pool.pool().members().stream()
                .filter(member -> !member.node().isEmpty() && member.condition() != Member.Condition.GHOST)
                .collect(
                        Collectors.groupingBy(Member::features, Collectors.mapping(Member::node, Collectors.toList())));
    }

    private Partition partition(String name) {
        return partitions.getOrDefault(name, Partition.UNKNOWN);
    }

    private Options find(Key key) {
        Search search = new Search(key);
        for (String name : tiers.sorted(key.partitions())) {
            for (PoolState pool : poolsByPartition.getOrDefault(name, List.of())) {
                search.look(pool, name);
            }
            search.endPartition();
        }
        boolean elsewhere = search.fits.isEmpty()
                && key.partitions().stream().anyMatch(partition -> fitsOnFixedNodes(key, partition));
        boolean nowhere = search.fits.isEmpty() && !elsewhere;
        return new Options(
                List.copyOf(search.fits.values()),
                nowhere ? search.together : List.of(),
                nowhere ? search.small : Optional.empty(),
                elsewhere ? Optional.empty() : search.closest,
                elsewhere);
    }

    private NodeNeed.Terms terms(Partition partition) {
        NodeNeed.Terms terms = NodeNeed.Terms.of(partition, select);
        return terms.cpuLimit().equals(CpuLimit.NONE) ? terms : terms.shared(partition.name());
    }

    /** Returns whether enough suitable nodes of the partition are outside of pools. */
    private boolean fitsOnFixedNodes(Key key, String partitionName) {
        Partition partition = partition(partitionName);
        if (!partition.state().startsJobs() || key.tooShort().contains(partitionName)) {
            return false;
        }
        NodeNeed.Terms terms = terms(partition);
        long suitable = 0;
        long needed = Long.MAX_VALUE;
        for (FixedNodes nodes : fixed) {
            if (nodes.partitions().contains(partitionName)) {
                Optional<NodeNeed> need = NodeNeed.of(key.size(), terms, nodes.shape(), Long.MAX_VALUE)
                        .need();
                suitable = need.isPresent() ? Amounts.sum(suitable, nodes.nodes()) : suitable;
                needed = Math.min(needed, need.map(NodeNeed::nodes).orElse(Long.MAX_VALUE));
            }
        }
        return needed <= Math.min(suitable, key.ignoresMaxNodes() ? suitable : partition.maxNodes());
    }

    /**
     * Searches the pools for one kind of job. For pools with identical nodes, computes the need of the job only once.
     */
    private final class Search {

        private final Key key;
        private final NodeNeed.Ask size;
        private final Map<PoolByQos, Options.Candidate> fits = new LinkedHashMap<>();
        private final Map<NodeKind, Measured> measured = new HashMap<>();
        private Optional<Options.Misfit> closest = Optional.empty();
        private Optional<Options.Candidate> small = Optional.empty();
        private List<Options.Candidate> together = List.of();
        /** Pools of the current partition that have too few nodes for the job. */
        private final List<Options.Candidate> parts = new ArrayList<>();

        /** The properties of a pool and a partition that determine the need of a job. */
        private record NodeKind(int shape, boolean ofUsers, NodeNeed.Terms terms, long max) {}

        /** A pool, and the QOS of the partition through which the job gets its nodes. */
        private record PoolByQos(PoolName pool, String qos) {}

        private record Measured(NodeNeed.Fit fit, Optional<Ask> ask) {}

        Search(Key key) {
            this.key = key;
            this.size = key.size();
        }

        void look(PoolState pool, String partitionName) {
            Partition partition = partition(partitionName);
            if (!partition.state().startsJobs()) {
                miss(new Options.Misfit(pool, partitionName, Optional.of(UnsatisfiableCause.PARTITION_DOWN)));
                return;
            }
            long maxNodes = key.ignoresMaxNodes() ? Long.MAX_VALUE : partition.maxNodes();
            NodeKind like = new NodeKind(
                    shapes.getOrDefault(pool, 0), partition.userNodes(), terms(partition), max(pool, maxNodes));
            Measured found = measured.computeIfAbsent(like, unused -> measure(pool, like));
            if (found.ask().isEmpty()) {
                miss(new Options.Misfit(pool, partitionName, found.fit().cause()));
                return;
            }
            Ask ask = ofBlocks(ofFeatures(found.ask().get().without(key.reserved()), pool), pool);
            long nodes = ask.need().nodes();
            if (nodes > maxNodes || key.tooShort().contains(partitionName)) {
                miss(new Options.Misfit(pool, partitionName, Optional.of(UnsatisfiableCause.PARTITION_LIMIT)));
            } else if (nodes > pool.max()) {
                miss(new Options.Misfit(pool, partitionName, Optional.of(UnsatisfiableCause.TOO_MANY_NODES)));
                lacksNodes(new Options.Candidate(pool, partitionName, ask, nodes), partition);
            } else if (!ask.requiredNodes().isEmpty() && !pool.pending().canHave(lists.list(ask.requiredNodes()))) {
                miss(new Options.Misfit(pool, partitionName, Optional.empty()));
            } else if (reservations.binds(ask.tenant().reservation())
                    && !pool.nodes().hasAny(reservations.nodes(ask.tenant().reservation()))) {
                miss(new Options.Misfit(pool, partitionName, Optional.empty()));
            } else {
                PoolByQos fit = new PoolByQos(pool.pool().name(), partition.qos());
                fits.putIfAbsent(fit, new Options.Candidate(pool, partitionName, ask, nodes));
            }
        }

        private void lacksNodes(Options.Candidate candidate, Partition partition) {
            Pool pool = candidate.pool().pool();
            if (pool.notScalable().isPresent()
                    && candidate.nodes()
                            <= Math.max(
                                    pool.max(),
                                    Hostlist.names(partition.nodes()).size())) {
                small = small.or(() -> Optional.of(candidate));
            }
            if (candidate.ask().requiredNodes().isEmpty()
                    && candidate.ask().tenant().reservation().isEmpty()) {
                parts.add(candidate);
            }
        }

        /** slurmctld gives a job nodes of one partition. */
        void endPartition() {
            double covered = parts.stream()
                    .mapToDouble(part -> part.pool().max() / (double) part.nodes())
                    .sum();
            if (together.isEmpty() && covered > 1 - SplitJob.EPSILON) {
                together = List.copyOf(parts);
            }
            parts.clear();
        }

        /** Excludes the nodes that do not meet the job's constraint, for each counted part of the constraint. */
        private Ask ofFeatures(Ask ask, PoolState pool) {
            String constraint = size.shape().features();
            if (constraint.isEmpty()) {
                return ask;
            }
            List<FeatureExpression.Counted> counted = FeatureExpression.counted(constraint);
            if (counted.isEmpty()) {
                return ask.without(lacking(pool, constraint));
            }
            List<Ask> parts = new ArrayList<>();
            long rest = ask.need().nodes();
            for (FeatureExpression.Counted part : counted) {
                parts.add(ask.ofNodes(part.nodes()).without(lacking(pool, part.constraint())));
                rest -= part.nodes();
            }
            if (rest > 0) {
                parts.add(ask.ofNodes(rest));
            }
            return ask.of(parts);
        }

        /** Excludes the nodes that are too few in their block for a segment. The blocks of new nodes are unknown. */
        private Ask ofBlocks(Ask ask, PoolState pool) {
            int segment = (int) Math.min(size.shape().placement().segment(), Integer.MAX_VALUE);
            if (segment == 0) {
                return ask;
            }
            List<String> excluded = new ArrayList<>();
            pool.pool().members().stream()
                    .filter(member -> !member.block().isEmpty())
                    .collect(Collectors.groupingBy(Member::block))
                    .forEach((block, members) -> {
                        List<String> free = members.stream()
                                .filter(member -> member.usable() && !member.reserved() && hasRoom(member, ask))
                                .map(Member::node)
                                .toList();
                        excluded.addAll(free.subList(free.size() - free.size() % segment, free.size()));
                    });
            return ask.without(String.join(",", excluded));
        }

        private static boolean hasRoom(Member member, Ask ask) {
            return member.condition() == Member.Condition.IDLE
                    || (!ask.need().whole()
                            && Packing.times(member.free(), ask.need().piece()) > 0);
        }

        /** Returns the nodes of a pool that do not meet a constraint, as a hostlist. */
        private String lacking(PoolState pool, String constraint) {
            List<String> lacking = new ArrayList<>();
            nodesByFeatures
                    .computeIfAbsent(pool, OptionsFinder::nodesByFeatures)
                    .forEach((features, names) ->
                            lacking.addAll(FeatureExpression.isMet(constraint, features) ? List.of() : names));
            return String.join(",", lacking);
        }

        /** Returns the maximum number of nodes for a job; 0 if irrelevant. */
        private long max(PoolState pool, long maxOfPartition) {
            if (pool.pool().shapes().size() > 1) {
                return Math.min(pool.max(), maxOfPartition);
            }
            return size.isGuessed() ? pool.max() : 0;
        }

        private Measured measure(PoolState pool, NodeKind like) {
            List<NodeShape> shapes = pool.pool().shapes();
            if (shapes.isEmpty()) {
                NodeNeed.Fit fit = NodeNeed.ofUnknownNode(size);
                return new Measured(fit, fit.need().map(need -> ask(need, List.of(), like)));
            }
            List<NodeNeed.Fit> fits = shapes.stream()
                    .map(shape -> NodeNeed.of(size, like.terms(), shape, like.max()))
                    .toList();
            // The resources of a new node are unknown. Assume the smallest shape on which the job fits below the
            // maximum number of nodes.
            int chosen = 0;
            for (int i = 1; i < fits.size(); i++) {
                boolean enough = nodesOf(fits.get(chosen)) <= like.max();
                chosen = !enough && nodesOf(fits.get(i)) < nodesOf(fits.get(chosen)) ? i : chosen;
            }
            NodeNeed.Fit fit = fits.get(chosen);
            if (fit.need().isEmpty()) {
                return new Measured(closestOf(fits), Optional.empty());
            }
            NodeNeed need = fit.need().get();
            List<NodeNeed> present = new ArrayList<>();
            for (int i = fits.size() - 1; i > chosen; i--) {
                int shape = i;
                fits.get(i)
                        .need()
                        .filter(other -> other.nodes() < need.nodes())
                        .ifPresent(other -> present.add(other.onShape(shape)));
            }
            return new Measured(fit, Optional.of(ask(need.onShape(chosen), present, like)));
        }

        private static long nodesOf(NodeNeed.Fit fit) {
            return fit.need().map(NodeNeed::nodes).orElse(Long.MAX_VALUE);
        }

        private static NodeNeed.Fit closestOf(List<NodeNeed.Fit> misfits) {
            return misfits.stream()
                    .max(Comparator.comparing(misfit -> misfit.cause().orElse(UnsatisfiableCause.UNKNOWN_SHAPE)))
                    .orElseThrow();
        }

        private Ask ask(NodeNeed need, List<NodeNeed> present, NodeKind like) {
            JobPlacement placement = size.shape().placement();
            boolean ofUser = like.ofUsers() || placement.userNodes();
            String reservation = reservations.binds(placement.reservation()) ? placement.reservation() : "";
            return new Ask(
                    need,
                    present,
                    size.shape().requiredNodes(),
                    size.shape().excludedNodes(),
                    new Ask.Tenant(ofUser ? key.user() : "", reservation),
                    List.of());
        }

        private void miss(Options.Misfit misfit) {
            closest = closest.isEmpty() || misfit.closerThan(closest.get()) ? Optional.of(misfit) : closest;
        }
    }
}
