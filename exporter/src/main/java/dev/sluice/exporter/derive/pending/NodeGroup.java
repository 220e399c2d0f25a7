package dev.sluice.exporter.derive.pending;

import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.pending.NodeGroup.Cause;
import dev.sluice.exporter.derive.scaling.pool.NodeNeed;
import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.derive.scaling.pool.Packing;
import dev.sluice.exporter.derive.scaling.pool.UnsatisfiableCause;
import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.Labeled;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.Partition.CpuLimit;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeFlag;
import dev.sluice.exporter.model.node.NodeResources;
import dev.sluice.exporter.model.node.NodeState;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The nodes of one partition with the same obstacle for a pending job.
 *
 * @param examples at most {@value #MAX_EXAMPLES} of the nodes, by name
 */
public record NodeGroup(Cause cause, long nodes, List<String> examples) {

    static final int MAX_EXAMPLES = 3;

    public NodeGroup {
        examples = List.copyOf(examples);
    }

    /** Why nodes cannot take a job, in display order. */
    public enum Cause implements Labeled {
        /** The nodes have room for the job, or for a part of the job. */
        FREE("has", "have", "room for it"),
        BUSY("busy"),
        PLANNED("planned for a job with a higher priority"),
        RESERVED_SOON("free, but a reservation begins before the job would end"),
        RESERVED("reserved"),
        /** The nodes are not in an active reservation that the job requests. */
        OTHER_RESERVATION("not in its reservation now"),
        OTHER_USER("exclusive to another user"),
        DRAINED("draining or drained"),
        DOWN("down"),
        MAINTENANCE("under maintenance"),
        STARTING("starting"),
        POWERED_DOWN("powered down"),
        FEATURES("lacks", "lack", "the requested features"),
        TOO_SMALL("has", "have", "too few resources for it"),
        NOT_REQUESTED("excluded by --nodelist or --exclude");

        private final String ofOne;
        private final String ofMany;
        private final String predicate;

        Cause(String predicate) {
            this("is", "are", predicate);
        }

        Cause(String ofOne, String ofMany, String predicate) {
            this.ofOne = ofOne;
            this.ofMany = ofMany;
            this.predicate = predicate;
        }

        /** Returns the end of a sentence about a number of nodes. */
        public String words(long nodes) {
            return (nodes == 1 ? ofOne : ofMany) + " " + predicate;
        }
    }

    /** The groups of the nodes of one partition. */
    public record OfPartition(String partition, List<NodeGroup> groups) {

        public OfPartition {
            groups = List.copyOf(groups);
        }
    }

    /** Counts the nodes of a partition by what keeps one pending job off them. */
    static final class NodeObstacles {

        private final Job job;
        private final NodeNeed.Terms terms;
        /** True if the job cannot, or possibly cannot, share a node with running jobs. */
        private final boolean emptyOnly;

        private final Set<String> required;
        private final Set<String> excluded;
        private final Set<String> ownReservations;
        private final Set<String> reservedSoon;
        private final Map<NodeShape, NodeNeed.Fit> fits = new HashMap<>();

        NodeObstacles(Job job, String partition, Constraints constraints, Instant now) {
            Partition known = constraints.partitions().stream()
                    .filter(one -> one.name().equals(partition))
                    .findFirst()
                    .orElse(Partition.UNKNOWN);
            this.job = job;
            this.terms = NodeNeed.Terms.of(known, constraints.select());
            // With a limit on the partition's CPUs, the free CPUs of a node with jobs are unknown.
            this.emptyOnly = job.shape().placement().userNodes()
                    || known.userNodes()
                    || !known.cpuLimit().equals(CpuLimit.NONE);
            this.required = Set.copyOf(Hostlist.names(job.shape().requiredNodes()));
            this.excluded = Set.copyOf(Hostlist.names(job.shape().excludedNodes()));
            this.ownReservations = job.shape().placement().reservations();
            Instant end = job.times().limit() > 0 ? now.plusSeconds(job.times().limit()) : Instant.MAX;
            this.reservedSoon = constraints.reservations().stream()
                    .filter(one -> one.start().isAfter(now) && one.start().isBefore(end))
                    .filter(one -> !ownReservations.contains(one.name()))
                    .flatMap(one -> Hostlist.names(one.nodeList()).stream())
                    .collect(Collectors.toSet());
        }

        static NodeGroup.OfPartition of(
                Job job, String partition, List<JoinedNode> nodes, Constraints constraints, Instant now) {
            NodeObstacles obstacles = new NodeObstacles(job, partition, constraints, now);
            Map<Cause, Set<String>> names = new EnumMap<>(Cause.class);
            nodes.stream()
                    .map(JoinedNode::node)
                    .filter(node -> node.partitions().contains(partition) && node.state() != NodeState.FUTURE)
                    .forEach(node -> names.computeIfAbsent(obstacles.cause(node), unused -> new TreeSet<>())
                            .add(node.name()));
            return new NodeGroup.OfPartition(
                    partition,
                    names.entrySet().stream()
                            .map(group -> new NodeGroup(
                                    group.getKey(),
                                    group.getValue().size(),
                                    group.getValue().stream()
                                            .limit(NodeGroup.MAX_EXAMPLES)
                                            .toList()))
                            .toList());
        }

        private Cause cause(Node node) {
            if (excluded.contains(node.name())
                    || (!required.isEmpty()
                            && job.shape().minimumNodes() <= required.size()
                            && !required.contains(node.name()))) {
                return Cause.NOT_REQUESTED;
            }
            NodeNeed.Fit fit = fits.computeIfAbsent(
                    NodeShape.of(node), shape -> NodeNeed.of(NodeNeed.Ask.of(job), terms, shape, Long.MAX_VALUE));
            if (fit.need().isEmpty()) {
                return fit.cause().equals(Optional.of(UnsatisfiableCause.FEATURE_UNKNOWN))
                        ? Cause.FEATURES
                        : Cause.TOO_SMALL;
            }
            return closed(node).orElseGet(() -> inUse(node, fit.need().get()));
        }

        /** Returns why the node accepts no job, or no job of this user or reservation. */
        private Optional<Cause> closed(Node node) {
            Set<NodeFlag> flags = node.flags();
            boolean reserved = !node.reservation().isEmpty() || flags.contains(NodeFlag.RESERVED);
            boolean own = ownReservations.contains(node.reservation());
            boolean maintained = node.state() == NodeState.MAINTENANCE
                    || flags.contains(NodeFlag.MAINTENANCE)
                    || flags.contains(NodeFlag.REBOOT_ISSUED)
                    || flags.contains(NodeFlag.REBOOT_REQUESTED);
            Optional<Cause> state = switch (node.state()) {
                case DRAINED, DRAINING -> Optional.of(Cause.DRAINED);
                case DOWN, UNKNOWN, FUTURE -> Optional.of(Cause.DOWN);
                case POWERED_DOWN, POWERING_DOWN -> Optional.of(Cause.POWERED_DOWN);
                case POWERING_UP -> Optional.of(Cause.STARTING);
                case ALLOCATED, MIXED, IDLE, PLANNED, RESERVED, MAINTENANCE -> Optional.empty();
            };
            if (state.isPresent()) {
                return state;
            } else if (flags.contains(NodeFlag.NOT_RESPONDING)) {
                return Optional.of(Cause.DOWN);
            } else if (maintained && !own) {
                return Optional.of(Cause.MAINTENANCE);
            } else if (reserved && !own) {
                return Optional.of(Cause.RESERVED);
            } else if (!reserved && !ownReservations.isEmpty()) {
                return Optional.of(Cause.OTHER_RESERVATION);
            }
            return node.owner().isEmpty() || node.owner().equals(job.owner().user())
                    ? Optional.empty()
                    : Optional.of(Cause.OTHER_USER);
        }

        private Cause inUse(Node node, NodeNeed need) {
            if (node.flags().contains(NodeFlag.COMPLETING)
                    || node.flags().contains(NodeFlag.BLOCKED)
                    || !hasRoom(node, need)) {
                return Cause.BUSY;
            } else if (node.flags().contains(NodeFlag.PLANNED)) {
                return Cause.PLANNED;
            }
            return reservedSoon.contains(node.name()) ? Cause.RESERVED_SOON : Cause.FREE;
        }

        private boolean hasRoom(Node node, NodeNeed need) {
            NodeResources free = node.free();
            NodeResources piece = need.piece();
            return node.unallocated()
                    || (!need.whole()
                            && !emptyOnly
                            && piece.cpus() <= free.cpus()
                            && piece.memoryBytes() <= free.memoryBytes()
                            && piece.gpus().total() <= free.gpus().total()
                            && Packing.times(free, piece) > 0);
        }
    }
}
