package dev.sluice.exporter.metrics.cluster;

import dev.sluice.exporter.metrics.family.Scope;
import dev.sluice.exporter.metrics.family.Section;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.controller.Controller;
import java.util.List;

/** The metrics from slurmrestd's ping. */
public record ControllerMetrics(String cluster, List<Controller> controllers) {

    private static final Scope<ControllerMetrics, ControllerMetrics> CLUSTER =
            Scope.cluster(ControllerMetrics::cluster);

    public static final Section<ControllerMetrics> SECTION = Section.of(
            "Controllers",
            SlurmSource.PING.label(),
            "",
            CLUSTER.each("slurmctld", ControllerMetrics::controllers)
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

    private record Charge(String host, boolean inCharge) {}

    private List<Charge> charges() {
        String inCharge = controllers.stream()
                .filter(Controller::up)
                .map(Controller::host)
                .findFirst()
                .orElse("");
        return controllers.stream()
                .map(controller ->
                        new Charge(controller.host(), controller.host().equals(inCharge)))
                .toList();
    }
}
