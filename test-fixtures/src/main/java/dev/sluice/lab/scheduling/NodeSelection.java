package dev.sluice.lab.scheduling;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds nodes for a job in its partitions, or the reason why the job cannot start now. Changes nothing. */
final class NodeSelection {

    /**
     * The nodes for a job, or the reason why the job cannot start.
     *
     * @param reason reason that Slurm would report; {@code NONE} if the job can start
     * @param where resources for the job; empty if the job cannot start
     * @param later the partition's nodes on which the job can run when enough resources are free, preferred nodes first
     */
    record Outcome(JobReason reason, String partition, List<NodeAllocation> where, List<FreeResources> later) {

        static Outcome missed(JobReason reason, String partition) {
            return new Outcome(reason, partition, List.of(), List.of());
        }
    }

    /**
     * The usual order in which reasons end. A job in several partitions gets the reason that comes first in this order.
     */
    private static final List<JobReason> SOONEST = List.of(
            JobReason.RESOURCES, JobReason.REQ_NODE_NOT_AVAIL, JobReason.PARTITION_CONFIG, JobReason.BAD_CONSTRAINTS);

    private final Controller controller;
    private final Collection<BackfillPlan> plans;
    private final Map<String, List<SimulatedNode>> nodes = new HashMap<>();

    /**
     * Creates a selection for one pass.
     *
     * @param plans plans of pending jobs that no other job may delay; the caller can add more plans
     */
    NodeSelection(Controller controller, Collection<BackfillPlan> plans) {
        this.controller = controller;
        this.plans = plans;
    }

    /**
     * Finds nodes for a job.
     *
     * @param used names of nodes that the job must not use
     */
    Outcome of(SimulatedJob job, Set<String> used) {
        Outcome missed = Outcome.missed(JobReason.BAD_CONSTRAINTS, "");
        for (String name : job.request().partitions()) {
            Partition partition = controller.definition().partition(name);
            if (partition.up() && job.request().timeLimit().compareTo(partition.maxTime()) <= 0) {
                Outcome outcome = in(partition, job, used);
                if (outcome.reason() == JobReason.NONE) {
                    return outcome;
                }
                missed = SOONEST.indexOf(outcome.reason()) < SOONEST.indexOf(missed.reason()) ? outcome : missed;
            }
        }
        return missed;
    }

    private Outcome in(Partition partition, SimulatedJob job, Set<String> used) {
        JobRequest request = job.request();
        List<SimulatedNode> known = nodes.computeIfAbsent(partition.name(), unused -> known(partition));
        List<SimulatedNode> suited =
                known.stream().filter(node -> canHold(node, request)).toList();
        if (!known.isEmpty() && (suited.isEmpty() || !names(suited).containsAll(request.requiredNodes()))) {
            return Outcome.missed(JobReason.BAD_CONSTRAINTS, partition.name());
        }
        if (suited.size() < request.nodes()) {
            return Outcome.missed(JobReason.PARTITION_CONFIG, partition.name());
        }
        long endAt = controller.now() + job.limit();
        List<SimulatedNode> usable =
                suited.stream().filter(SimulatedNode::isUsable).toList();
        List<SimulatedNode> open = usable.stream()
                .filter(node -> isInOwnReservation(request, node)
                        && !controller.isReservedForOthers(node.name(), request, endAt))
                .toList();
        List<SimulatedNode> candidates = open.stream()
                .filter(node -> !isPlanned(node, endAt) && !used.contains(node.name()))
                .toList();
        Optional<List<NodeAllocation>> where = place(request, candidates);
        if (where.isPresent()) {
            return new Outcome(JobReason.NONE, partition.name(), where.get(), List.of());
        }
        if (open.size() < request.nodes() && usable.size() >= request.nodes()) {
            return Outcome.missed(JobReason.REQ_NODE_NOT_AVAIL, partition.name());
        }
        List<FreeResources> later = preferred(
                request,
                candidates.stream()
                        .filter(node -> request.requiredNodes().isEmpty()
                                || request.requiredNodes().contains(node.name()))
                        .toList());
        return new Outcome(JobReason.RESOURCES, partition.name(), List.of(), later);
    }

    private List<SimulatedNode> known(Partition partition) {
        return partition.nodes().stream()
                .map(controller::node)
                .filter(SimulatedNode::isRegistered)
                .toList();
    }

    private static List<String> names(List<SimulatedNode> nodes) {
        return nodes.stream().map(SimulatedNode::name).toList();
    }

    private static boolean canHold(SimulatedNode node, JobRequest request) {
        return node.spec().canHold(request.smallestNeed())
                && node.spec().features().containsAll(request.features());
    }

    private static Optional<List<NodeAllocation>> place(JobRequest request, List<SimulatedNode> candidates) {
        List<SimulatedNode> withRoom = candidates.stream()
                .filter(node -> node.free().offer(request.smallestNeed()).isPresent())
                .toList();
        if (withRoom.size() < request.nodes()) {
            return Optional.empty();
        }
        List<NodeAllocation> chosen = new ArrayList<>();
        for (FreeResources candidate : preferred(request, withRoom)) {
            if (chosen.size() < request.nodes()) {
                candidate.offer(request.needOn(chosen.size())).ifPresent(chosen::add);
            }
        }
        boolean all = chosen.size() == request.nodes()
                && chosen.stream().map(a -> a.node().name()).toList().containsAll(request.requiredNodes());
        return all ? Optional.of(chosen) : Optional.empty();
    }

    /**
     * Sorts candidates by four criteria, in this order: required nodes first, then by weight, then nodes with jobs
     * before idle nodes, then powered-down nodes last.
     */
    private static List<FreeResources> preferred(JobRequest request, List<SimulatedNode> candidates) {
        return candidates.stream()
                .sorted(Comparator.<SimulatedNode>comparingInt(
                                node -> request.requiredNodes().contains(node.name()) ? 0 : 1)
                        .thenComparingInt(node -> node.spec().weight())
                        .thenComparingInt(node -> node.isIdle() ? 1 : 0)
                        .thenComparingInt(node -> node.has(NodeFlag.POWERED_DOWN) ? 1 : 0))
                .map(SimulatedNode::free)
                .toList();
    }

    private boolean isPlanned(SimulatedNode node, long endAt) {
        for (BackfillPlan plan : plans) {
            if (plan.isDelayedBy(node.name(), endAt)) {
                return true;
            }
        }
        return false;
    }

    /** A job with a reservation runs only on the nodes of the reservation. */
    private boolean isInOwnReservation(JobRequest request, SimulatedNode node) {
        Optional<String> own = request.reservation();
        return own.isEmpty()
                || controller.reservations().stream()
                        .anyMatch(r -> r.name().equals(own.get()) && r.nodes().contains(node.name()));
    }
}
