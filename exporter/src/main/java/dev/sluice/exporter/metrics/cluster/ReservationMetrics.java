package dev.sluice.exporter.metrics.cluster;

import dev.sluice.exporter.metrics.family.Scope;
import dev.sluice.exporter.metrics.family.Section;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.controller.Reservation;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The metrics from the reservation list.
 *
 * @param at time of the observation, which determines the active reservations
 */
public record ReservationMetrics(String cluster, List<Reservation> reservations, Instant at) {

    private static final Scope<ReservationMetrics, Reservation> RESERVATION = Scope.cluster(ReservationMetrics::cluster)
            .each("reservation", ReservationMetrics::reservations)
            .by("reservation", Reservation::name);

    public static final Section<ReservationMetrics> SECTION = Section.of(
            "Reservations",
            SlurmSource.RESERVATIONS.label(),
            "Maintenance is planned where `slurm_reservation_active * slurm_reservation_maintenance " + "== 1`.",
            RESERVATION
                    .by("partition", Reservation::partition)
                    .by("flags", reservation -> String.join(",", reservation.flags()))
                    .by("nodes", Reservation::nodeList)
                    .info("slurm_reservation_info")
                    .help("Partition, flags (separated by commas) and node list of a reservation.")
                    .value(unused -> 1),
            RESERVATION
                    .seconds("slurm_reservation_start_timestamp_seconds")
                    .help("Start of the reservation, seconds since the epoch.")
                    .value(reservation -> reservation.start().getEpochSecond()),
            RESERVATION
                    .seconds("slurm_reservation_end_timestamp_seconds")
                    .help("End of the reservation, seconds since the epoch.")
                    .value(reservation -> reservation.end().getEpochSecond()),
            RESERVATION
                    .gauge("slurm_reservation_nodes")
                    .help("Nodes of the reservation.")
                    .value(Reservation::nodes),
            RESERVATION
                    .gauge("slurm_reservation_cores")
                    .help("Cores of the reservation.")
                    .value(Reservation::cores),
            Scope.cluster(ReservationMetrics::cluster)
                    .each("reservation", ReservationMetrics::activities)
                    .by("reservation", Map.Entry::getKey)
                    .gauge("slurm_reservation_active")
                    .help("1 if the reservation has started and not ended, else 0.")
                    .value(activity -> activity.getValue() ? 1 : 0),
            RESERVATION
                    .gauge("slurm_reservation_maintenance")
                    .help("1 if the reservation has the flag MAINT (maintenance), else 0.")
                    .value(reservation -> reservation.maintenance() ? 1 : 0));

    private List<Map.Entry<String, Boolean>> activities() {
        return reservations.stream()
                .map(reservation -> Map.entry(reservation.name(), reservation.active(at)))
                .toList();
    }
}
