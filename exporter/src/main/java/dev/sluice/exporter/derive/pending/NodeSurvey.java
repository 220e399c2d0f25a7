package dev.sluice.exporter.derive.pending;

import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.scaling.need.NodeTerms;
import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.model.Hostlist;
import dev.sluice.exporter.model.cluster.CpuLimit;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.controller.Reservation;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.NodeState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The nodes of a cluster by partition, with their free resources. Created once for all jobs of a response. */
final class NodeSurvey {

    private final Map<String, List<SurveyedNode>> byPartition = new HashMap<>();
    private final Map<String, Partition> partitions = new HashMap<>();
    private final Map<String, Reservation> reservations = new HashMap<>();
    private final List<Planned> planned = new ArrayList<>();
    private final Constraints constraints;
    private final Instant now;

    /** A future reservation and its nodes. */
    record Planned(Reservation reservation, Set<String> nodes) {}

    NodeSurvey(List<Job> jobs, List<JoinedNode> nodes, Constraints constraints, Instant now) {
        this.constraints = constraints;
        this.now = now;
        Map<String, Long> freeAt = freeAt(jobs);
        Map<NodeShape, Integer> kinds = new HashMap<>();
        for (JoinedNode joined : nodes) {
            if (joined.node().state() != NodeState.FUTURE) {
                NodeShape shape = NodeShape.of(joined.node());
                int kind = kinds.computeIfAbsent(shape, unused -> kinds.size());
                SurveyedNode surveyed = SurveyedNode.of(
                        joined, shape, kind, freeAt.getOrDefault(joined.node().name(), 0L));
                for (String partition : joined.node().partitions()) {
                    byPartition
                            .computeIfAbsent(partition, unused -> new ArrayList<>())
                            .add(surveyed);
                }
            }
        }
        constraints.partitions().forEach(partition -> partitions.put(partition.name(), partition));
        for (Reservation reservation : constraints.reservations()) {
            reservations.put(reservation.name(), reservation);
            if (reservation.start().isAfter(now) && !reservation.nodeList().isEmpty()) {
                planned.add(new Planned(reservation, names(reservation.nodeList())));
            }
        }
    }

    /** Returns, for each node, when the last time limit of the node's jobs ends, in seconds since the epoch. */
    private static Map<String, Long> freeAt(List<Job> jobs) {
        Map<String, Long> ends = new HashMap<>();
        for (Job job : jobs) {
            if (job.holdsNodes() && !job.allocation().nodes().isEmpty()) {
                long limit = job.times().latestEnd();
                long end = job.status().state() == JobState.RUNNING && limit > 0 ? limit : SurveyedNode.UNKNOWN;
                Hostlist.visit(job.allocation().nodes(), name -> ends.merge(name, end, Math::max));
            }
        }
        return ends;
    }

    static Set<String> names(String hostlist) {
        Set<String> names = new HashSet<>();
        Hostlist.visit(hostlist, names::add);
        return names;
    }

    Instant now() {
        return now;
    }

    /** Returns the future reservations that begin before a time. */
    List<Planned> plannedBefore(Instant end) {
        return planned.stream()
                .filter(one -> one.reservation().start().isBefore(end))
                .toList();
    }

    Optional<Reservation> reservation(String name) {
        return Optional.ofNullable(reservations.get(name));
    }

    /** Checks the nodes of a partition for a pending job. */
    PartitionNodes of(Job job, String partition) {
        Partition known = partitions.getOrDefault(partition, Partition.UNKNOWN);
        NodeTerms terms =
                new NodeTerms(known.wholeNodes(), known.cpuLimit(), "", known.jobsPerCpu(), constraints.select());
        // With a limit on the partition's CPUs, the free CPUs of a node with jobs are unknown.
        boolean emptyOnly = job.shape().placement().userNodes()
                || known.userNodes()
                || !known.cpuLimit().equals(CpuLimit.NONE);
        JobOnPartition view = new JobOnPartition(job, terms, emptyOnly, this);
        byPartition.getOrDefault(partition, List.of()).forEach(view::add);
        return view.result(partition);
    }
}
