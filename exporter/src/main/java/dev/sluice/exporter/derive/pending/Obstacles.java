package dev.sluice.exporter.derive.pending;

import dev.sluice.exporter.model.controller.Reservation;
import java.util.List;

/**
 * What stands in the way of a pending job, as far as it is known.
 *
 * @param limits the limits that its reason is about
 * @param dependencies the dependencies that are left
 * @param anyDependency whether one of these is enough
 * @param licenses the licences that it asks for
 * @param reservations the reservations that it asks for
 * @param nodes the nodes of its partitions
 * @param help what would help
 */
public record Obstacles(
        List<ReachedLimit> limits,
        List<Dependency> dependencies,
        boolean anyDependency,
        List<WantedLicense> licenses,
        List<Reservation> reservations,
        List<PartitionNodes> nodes,
        List<Help> help) {

    public Obstacles {
        limits = List.copyOf(limits);
        dependencies = List.copyOf(dependencies);
        licenses = List.copyOf(licenses);
        reservations = List.copyOf(reservations);
        nodes = List.copyOf(nodes);
        help = List.copyOf(help);
    }
}
