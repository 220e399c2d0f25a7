package dev.sluice.exporter.derive.pending;

import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.accounting.Share;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.SelectType;
import dev.sluice.exporter.model.controller.License;
import dev.sluice.exporter.model.controller.Reservation;
import java.util.List;

/**
 * What limits the jobs of a cluster beside its nodes. A list is empty where its source is unknown, absent or too old.
 *
 * @param partitions partitions
 * @param qos QOS with their limits
 * @param accounts the accounts of this cluster with their limits
 * @param licenses licences
 * @param reservations reservations
 * @param shares fair share of accounts, and of users in accounts
 * @param select what slurmctld gives to jobs
 */
public record Constraints(
        List<Partition> partitions,
        List<Qos> qos,
        List<Association> accounts,
        List<License> licenses,
        List<Reservation> reservations,
        List<Share> shares,
        SelectType select) {

    /** Nothing is known. */
    public static final Constraints UNKNOWN =
            new Constraints(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), SelectType.DEFAULT);

    public Constraints {
        partitions = List.copyOf(partitions);
        qos = List.copyOf(qos);
        accounts = List.copyOf(accounts);
        licenses = List.copyOf(licenses);
        reservations = List.copyOf(reservations);
        shares = List.copyOf(shares);
    }

    public Constraints withPartitions(List<Partition> observed) {
        return new Constraints(observed, qos, accounts, licenses, reservations, shares, select);
    }

    /** With the limits of QOS and accounts. */
    public Constraints withLimits(List<Qos> ofQos, List<Association> ofAccounts) {
        return new Constraints(partitions, ofQos, ofAccounts, licenses, reservations, shares, select);
    }

    public Constraints withLicenses(List<License> observed) {
        return new Constraints(partitions, qos, accounts, observed, reservations, shares, select);
    }

    public Constraints withReservations(List<Reservation> observed) {
        return new Constraints(partitions, qos, accounts, licenses, observed, shares, select);
    }

    public Constraints withShares(List<Share> observed) {
        return new Constraints(partitions, qos, accounts, licenses, reservations, observed, select);
    }

    public Constraints withSelect(SelectType observed) {
        return new Constraints(partitions, qos, accounts, licenses, reservations, shares, observed);
    }
}
