package dev.sluice.simulator.cluster;

import dev.sluice.simulator.job.Job;
import dev.sluice.simulator.job.JobRecord;
import dev.sluice.simulator.node.NodeRecord;
import dev.sluice.simulator.node.Reservation;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The whole cluster at one instant, immutable: what the REST API renders and what tests look at.
 *
 * @param now epoch seconds of the simulation
 * @param licensesUsed by licence name
 */
public record ClusterView(
        ClusterDefinition definition,
        long now,
        List<JobRecord> jobs,
        List<NodeRecord> nodes,
        List<Reservation> reservations,
        SortedMap<String, Integer> licensesUsed,
        Statistics.Counters counters,
        DatabaseStatistics.Counters database,
        long jobsChangedAt,
        long nodesChangedAt,
        long partitionsChangedAt) {

    public static ClusterView of(ClusterState state) {
        List<JobRecord> jobs = state.jobs().stream().map(Job::record).toList();
        Set<String> planned = new HashSet<>();
        jobs.forEach(job -> planned.addAll(job.plannedNodes()));
        List<NodeRecord> nodes = state.nodes().stream()
                .map(node -> node.record(planned, inForce(state, node.name())))
                .toList();
        SortedMap<String, Integer> used = new TreeMap<>();
        state.definition().licenses().keySet().forEach(name -> used.put(name, state.licensesUsed(name)));
        return new ClusterView(
                state.known(),
                state.now(),
                jobs,
                nodes,
                state.reservations(),
                used,
                state.statistics().counters(),
                state.database().counters(),
                state.jobsChangedAt(),
                state.nodesChangedAt(),
                state.partitionsChangedAt());
    }

    private static Optional<Reservation> inForce(ClusterState state, String node) {
        return state.reservations().stream()
                .filter(r -> r.inForce(state.now()) && r.nodes().contains(node))
                .findFirst();
    }

    public Optional<JobRecord> job(int id) {
        return jobs.stream().filter(job -> job.id() == id).findFirst();
    }

    public Optional<NodeRecord> node(String name) {
        return nodes.stream().filter(node -> node.spec().name().equals(name)).findFirst();
    }
}
