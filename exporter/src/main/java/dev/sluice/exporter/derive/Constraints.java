package dev.sluice.exporter.derive;

import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.accounting.Share;
import dev.sluice.exporter.model.cluster.License;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.Reservation;
import dev.sluice.exporter.model.cluster.SelectType;
import java.util.List;
import java.util.function.Predicate;

/**
 * The constraints on the jobs of a cluster, except the constraints of the nodes. A list is empty if the data of its
 * source is unknown, not available or too old: an unknown limit blocks no job, an unknown partition is up, and a job in
 * an unknown reservation may run on any node.
 *
 * @param qos QOS with their limits
 * @param associations the accounts of this cluster, and the users with limits of their own
 * @param shares fair share of accounts, and of users in accounts
 * @param select slurmctld's select type and its parameters
 */
public record Constraints(
        List<Partition> partitions,
        List<Qos> qos,
        List<Association> associations,
        List<License> licenses,
        List<Reservation> reservations,
        List<Share> shares,
        SelectType select) {

    public static final Constraints UNKNOWN =
            new Constraints(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), SelectType.DEFAULT);

    public Constraints {
        partitions = List.copyOf(partitions);
        qos = List.copyOf(qos);
        associations = List.copyOf(associations);
        licenses = List.copyOf(licenses);
        reservations = List.copyOf(reservations);
        shares = List.copyOf(shares);
    }

    /** Returns the constraints from the accepted sources. */
    public Constraints of(Predicate<SlurmSource> accepted) {
        return new Constraints(
                accepted.test(SlurmSource.PARTITIONS) ? partitions : List.of(),
                accepted.test(SlurmSource.QOS) ? qos : List.of(),
                accepted.test(SlurmSource.ASSOCIATIONS) ? associations : List.of(),
                accepted.test(SlurmSource.LICENSES) ? licenses : List.of(),
                accepted.test(SlurmSource.RESERVATIONS) ? reservations : List.of(),
                accepted.test(SlurmSource.SHARES) ? shares : List.of(),
                select);
    }

    public Constraints withPartitions(List<Partition> observed) {
        return new Constraints(observed, qos, associations, licenses, reservations, shares, select);
    }

    public Constraints withLimits(List<Qos> ofQos, List<Association> limited) {
        return new Constraints(partitions, ofQos, limited, licenses, reservations, shares, select);
    }

    public Constraints withLicenses(List<License> observed) {
        return new Constraints(partitions, qos, associations, observed, reservations, shares, select);
    }

    public Constraints withReservations(List<Reservation> observed) {
        return new Constraints(partitions, qos, associations, licenses, observed, shares, select);
    }

    public Constraints withShares(List<Share> observed) {
        return new Constraints(partitions, qos, associations, licenses, reservations, observed, select);
    }

    public Constraints withSelect(SelectType observed) {
        return new Constraints(partitions, qos, associations, licenses, reservations, shares, observed);
    }
}
