package dev.sluice.exporter.metrics.cluster;

import dev.sluice.exporter.metrics.family.Scope;
import dev.sluice.exporter.metrics.family.Section;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.controller.ControllerConf;
import java.util.List;

/**
 * The metrics of the active slurmctld.
 *
 * @param conf release, boot time and configuration of the active slurmctld
 */
public record ControllerConfMetrics(String cluster, ControllerConf conf) {

    private static final Scope<ControllerConfMetrics, ControllerConf> CONTROLLER = Scope.cluster(
                    ControllerConfMetrics::cluster)
            .each("slurmctld in charge, from v0.0.45 on", metrics -> List.of(metrics.conf));

    public static final Section<ControllerConfMetrics> SECTION = Section.of(
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
}
