package dev.sluice.exporter.derive.pending;

import dev.sluice.exporter.model.controller.Reservation;
import java.util.List;

/**
 * The known obstacles of a pending job.
 *
 * @param limits limits that the job's reason names
 * @param dependencies unsatisfied dependencies
 * @param anyDependency true if one of the dependencies is enough
 * @param licenses requested licenses
 * @param reservations requested reservations
 * @param nodes nodes of the job's partitions, grouped by obstacle; empty if unknown
 */
public record Obstacles(
        List<ReachedLimit> limits,
        List<Dependency> dependencies,
        boolean anyDependency,
        List<WantedLicense> licenses,
        List<Reservation> reservations,
        List<NodeGroup.OfPartition> nodes) {

    public Obstacles {
        limits = List.copyOf(limits);
        dependencies = List.copyOf(dependencies);
        licenses = List.copyOf(licenses);
        reservations = List.copyOf(reservations);
        nodes = List.copyOf(nodes);
    }
}
