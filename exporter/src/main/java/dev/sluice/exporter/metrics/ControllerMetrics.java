package dev.sluice.exporter.metrics;

import dev.sluice.exporter.model.controller.Controller;
import java.util.List;

/**
 * The metrics that come from slurmrestd's ping.
 *
 * @param cluster cluster name
 * @param controllers the slurmctlds
 */
public record ControllerMetrics(String cluster, List<Controller> controllers) implements MetricBatch {

    @Override
    public void forEach(MetricVisitor visitor) {
        controllers.forEach(controller -> visitor.sample(
                MetricCatalog.CONTROLLER_UP, controller.up() ? 1 : 0, cluster, controller.host(), controller.role()));
        String inCharge = controllers.stream()
                .filter(Controller::up)
                .map(Controller::host)
                .findFirst()
                .orElse("");
        controllers.forEach(controller -> visitor.sample(
                SlurmFactFamilies.CONTROLLER_IN_CHARGE,
                controller.host().equals(inCharge) ? 1 : 0,
                cluster,
                controller.host()));
    }
}
