package dev.sluice.exporter.metrics;

import dev.sluice.exporter.model.controller.ControllerConf;
import dev.sluice.exporter.model.controller.License;
import dev.sluice.exporter.model.controller.Reservation;
import java.time.Instant;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The metrics of what all share: licences, reservations, and the slurmctld in charge. */
public final class SharedMetrics {

    private SharedMetrics() {}

    public static MetricBatch licenses(String cluster, List<License> licenses) {
        List<License> all = List.copyOf(licenses);
        return visitor -> {
            licenses(visitor, SlurmFactFamilies.LICENSE_CONFIGURED, cluster, all, License::total);
            licenses(visitor, SlurmFactFamilies.LICENSE_USED, cluster, all, License::used);
            licenses(visitor, SlurmFactFamilies.LICENSE_FREE, cluster, all, License::free);
            licenses(visitor, SlurmFactFamilies.LICENSE_RESERVED, cluster, all, License::reserved);
        };
    }

    private static void licenses(
            MetricVisitor visitor,
            MetricFamily family,
            String cluster,
            List<License> licenses,
            ToDoubleFunction<License> value) {
        licenses.forEach(license ->
                visitor.sample(family, value.applyAsDouble(license), cluster, license.name(), license.nodes()));
    }

    /**
     * Reservations.
     *
     * @param at when they were observed: it decides which are active
     */
    public static MetricBatch reservations(String cluster, List<Reservation> reservations, Instant at) {
        List<Reservation> all = List.copyOf(reservations);
        return visitor -> {
            all.forEach(reservation -> visitor.sample(
                    SlurmFactFamilies.RESERVATION_INFO,
                    1,
                    cluster,
                    reservation.name(),
                    reservation.partition(),
                    String.join(",", reservation.flags()),
                    reservation.nodeList()));
            each(
                    visitor,
                    SlurmFactFamilies.RESERVATION_START,
                    cluster,
                    all,
                    one -> one.start().getEpochSecond());
            each(
                    visitor,
                    SlurmFactFamilies.RESERVATION_END,
                    cluster,
                    all,
                    one -> one.end().getEpochSecond());
            each(visitor, SlurmFactFamilies.RESERVATION_NODES, cluster, all, Reservation::nodes);
            each(visitor, SlurmFactFamilies.RESERVATION_CORES, cluster, all, Reservation::cores);
            each(visitor, SlurmFactFamilies.RESERVATION_ACTIVE, cluster, all, one -> one.active(at) ? 1 : 0);
            each(visitor, SlurmFactFamilies.RESERVATION_MAINTENANCE, cluster, all, one -> one.maintenance() ? 1 : 0);
        };
    }

    private static void each(
            MetricVisitor visitor,
            MetricFamily family,
            String cluster,
            List<Reservation> reservations,
            ToDoubleFunction<Reservation> value) {
        reservations.forEach(
                reservation -> visitor.sample(family, value.applyAsDouble(reservation), cluster, reservation.name()));
    }

    public static MetricBatch conf(String cluster, ControllerConf conf) {
        return visitor -> {
            visitor.sample(SlurmFactFamilies.CONTROLLER_INFO, 1, cluster, conf.release());
            visitor.sample(SlurmFactFamilies.CONTROLLER_BOOT, conf.bootedAt().getEpochSecond(), cluster);
            visitor.sample(SlurmFactFamilies.CONTROLLER_CONFIG_HASH, conf.hash(), cluster);
        };
    }
}
