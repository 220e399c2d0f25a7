package dev.sluice.simulator.cluster;

import dev.sluice.lab.scheduling.Reservation;
import dev.sluice.lab.scheduling.controller.ClusterDefinition;
import dev.sluice.lab.scheduling.controller.Controller;
import dev.sluice.lab.scheduling.job.SimulatedJob;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The immutable state of the cluster at one instant, for the REST API and tests.
 *
 * @param now simulated time in epoch seconds
 * @param licensesUsed number of used licences by name
 */
public record ClusterView(
        ClusterDefinition definition,
        long now,
        List<SimulatedJob> jobs,
        List<NodeRecord> nodes,
        List<Reservation> reservations,
        SortedMap<String, Integer> licensesUsed,
        Statistics.Counters counters,
        long startedAt,
        long jobsChangedAt,
        long nodesChangedAt,
        long partitionsChangedAt) {

    public static ClusterView of(Controller controller, Statistics statistics) {
        List<SimulatedJob> jobs =
                controller.jobs().stream().map(SimulatedJob::copy).toList();
        Set<String> planned = controller.plannedNodes();
        List<NodeRecord> nodes = controller.nodes().stream()
                .map(node -> NodeRecord.of(node, planned.contains(node.name()), inForce(controller, node.name())))
                .toList();
        SortedMap<String, Integer> used = new TreeMap<>();
        controller.definition().licenses().keySet().forEach(name -> used.put(name, controller.licensesUsed(name)));
        return new ClusterView(
                controller.known(),
                controller.now(),
                jobs,
                nodes,
                controller.reservations(),
                used,
                statistics.counters(),
                statistics.startedAt(),
                controller.jobsChangedAt(),
                controller.nodesChangedAt(),
                controller.partitionsChangedAt());
    }

    private static Optional<Reservation> inForce(Controller controller, String node) {
        return controller.reservations().stream()
                .filter(r -> r.inForce(controller.now()) && r.nodes().contains(node))
                .findFirst();
    }

    public Optional<SimulatedJob> job(int id) {
        return jobs.stream().filter(job -> job.id() == id).findFirst();
    }

    public Optional<NodeRecord> node(String name) {
        return nodes.stream().filter(node -> node.spec().name().equals(name)).findFirst();
    }
}
