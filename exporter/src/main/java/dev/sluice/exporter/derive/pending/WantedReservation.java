package dev.sluice.exporter.derive.pending;

import dev.sluice.exporter.model.controller.Reservation;
import dev.sluice.exporter.model.job.Job;
import java.util.List;
import java.util.Set;

/** The reservations that a job requests. */
final class WantedReservation {

    private WantedReservation() {}

    static Set<String> names(Job job) {
        String names = job.shape().placement().reservation();
        return names.isEmpty() ? Set.of() : Set.copyOf(List.of(names.split(",", -1)));
    }

    static List<Reservation> of(Job job, List<Reservation> all) {
        Set<String> names = names(job);
        return all.stream()
                .filter(reservation -> names.contains(reservation.name()))
                .toList();
    }
}
