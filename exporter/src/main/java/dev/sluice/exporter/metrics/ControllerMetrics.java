package dev.sluice.exporter.metrics;

import dev.sluice.exporter.metrics.Section.Listed;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.cluster.Controller;
import dev.sluice.exporter.model.cluster.ControllerConf;
import dev.sluice.exporter.model.cluster.License;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.Partition.PartitionState;
import dev.sluice.exporter.model.cluster.Reservation;
import java.time.Instant;
import java.util.List;
import java.util.stream.DoubleStream;

/** The metrics of the controllers, and of the partitions and licenses as the active controller lists them. */
public final class ControllerMetrics {

    private static final Scope<Listed<Controller>, Listed<Controller>> CLUSTER = Scope.cluster(Listed::cluster);

    /** From slurmrestd's ping. */
    public static final Section<Listed<Controller>> CONTROLLERS = Section.of(
            "Controllers",
            SlurmSource.PING.label(),
            "",
            CLUSTER.each("slurmctld", Listed::records)
                    .by("host", Controller::host)
                    .by("role", Controller::role)
                    .gauge("slurm_controller_up")
                    .help("1 if slurmctld answers slurmrestd, else 0.")
                    .value(controller -> controller.up() ? 1 : 0),
            CLUSTER.each("slurmctld", ControllerMetrics::charges)
                    .by("host", Charge::host)
                    .gauge("slurm_controller_in_charge")
                    .help("1 for the active slurmctld: the first one up in the order of SlurmctldHost.")
                    .value(charge -> charge.inCharge() ? 1 : 0));

    private static final Scope<Listed<ControllerConf>, ControllerConf> CONTROLLER =
            Listed.scope("slurmctld in charge, from v0.0.45 on");

    /** From the configuration of the active slurmctld. */
    public static final Section<Listed<ControllerConf>> CONF = Section.of(
            "The slurmctld in charge",
            SlurmSource.CONF.label(),
            "From API v0.0.45.",
            CONTROLLER
                    .by("release", ControllerConf::release)
                    .info("slurm_controller_info")
                    .help("Version of the active slurmctld.")
                    .value(unused -> 1),
            CONTROLLER
                    .seconds("slurm_controller_boot_timestamp_seconds")
                    .help("Start time of the active slurmctld, seconds since the epoch.")
                    .value(conf -> conf.bootedAt().getEpochSecond()),
            CONTROLLER
                    .gauge("slurm_controller_config_hash")
                    .help("Checksum of the current slurm.conf.")
                    .value(ControllerConf::hash));

    private static final ClosedLabels<PartitionState> STATE =
            ClosedLabels.of("state", PartitionState.values()).showing(state -> state != PartitionState.UNKNOWN);

    private static final Scope<Listed<Partition>, Partition> PARTITION =
            Listed.<Partition>scope("partition, its own state and limits").by("partition", Partition::name);

    public static final Section<Listed<Partition>> PARTITIONS = Section.of(
            "Partitions",
            SlurmSource.PARTITIONS.label(),
            "",
            PARTITION
                    .gauge("slurm_partition_state")
                    .help("1 for the current state of the partition, 0 for the others: up, down, drain or inactive.")
                    .by(STATE)
                    .value((partition, state) -> partition.state() == state ? 1 : 0),
            PARTITION
                    .gauge("slurm_partition_configured_nodes")
                    .help("Configured nodes of the partition.")
                    .value(partition -> partition.totalNodes()),
            PARTITION
                    .gauge("slurm_partition_configured_cpus")
                    .help("Configured CPUs of the partition.")
                    .value(partition -> partition.totalCpus()),
            PARTITION
                    .gauge("slurm_partition_max_job_nodes")
                    .help("Maximum number of nodes of one job; absent without a limit.")
                    .optional(
                            partition -> DoubleStream.of(partition.maxNodes()).filter(nodes -> nodes < Long.MAX_VALUE)),
            PARTITION
                    .seconds("slurm_partition_max_job_seconds")
                    .help("Maximum time limit of one job; absent without a limit.")
                    .optional(partition -> partition.maxSeconds().stream().asDoubleStream()));

    private static final Scope<Listed<License>, License> LICENSE =
            Listed.<License>scope("license").by("license", License::name).by("nodes", License::nodes);

    public static final Section<Listed<License>> LICENSES = Section.of(
            "Licenses",
            SlurmSource.LICENSES.label(),
            "Label `nodes` only for a license of some nodes.",
            LICENSE.gauge("slurm_license_configured")
                    .help("Licenses of the cluster.")
                    .value(License::total),
            LICENSE.gauge("slurm_license_used").help("Licenses held by jobs.").value(License::used),
            LICENSE.gauge("slurm_license_free").help("Free licenses.").value(License::free),
            LICENSE.gauge("slurm_license_reserved")
                    .help("Licenses held by reservations.")
                    .value(License::reserved));

    private ControllerMetrics() {}

    private record Charge(String host, boolean inCharge) {}

    private static List<Charge> charges(Listed<Controller> controllers) {
        String inCharge = controllers.records().stream()
                .filter(Controller::up)
                .map(Controller::host)
                .findFirst()
                .orElse("");
        return controllers.records().stream()
                .map(controller ->
                        new Charge(controller.host(), controller.host().equals(inCharge)))
                .toList();
    }

    /**
     * The metrics from the reservation list.
     *
     * @param at time of the observation, which determines the active reservations
     */
    public record Reservations(String cluster, List<Reservation> reservations, Instant at) {

        private static final Scope<Reservations, Reservation> RESERVATION = Scope.cluster(Reservations::cluster)
                .each("reservation", Reservations::reservations)
                .by("reservation", Reservation::name);

        public static final Section<Reservations> SECTION = Section.of(
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
                RESERVATION
                        .gauge("slurm_reservation_active")
                        .help("1 if the reservation has started and not ended, else 0.")
                        .value((metrics, reservation) -> reservation.active(metrics.at) ? 1 : 0),
                RESERVATION
                        .gauge("slurm_reservation_maintenance")
                        .help("1 if the reservation has the flag MAINT (maintenance), else 0.")
                        .value(reservation -> reservation.maintenance() ? 1 : 0));
    }
}
