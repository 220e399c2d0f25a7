package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.controller.Controller;
import java.util.Comparator;
import java.util.Optional;

/**
 * Builds {@link Controller}s from slurmrestd's response to ping, which has a different format in older API versions.
 */
public final class ControllerAssembler implements RecordAssembler<Controller> {

    @Override
    public Optional<Controller> assemble(JsonTree record) {
        String host = record.at("hostname").name();
        boolean up =
                record.at("responding").flag() || record.at("pinged").name().equals("UP");
        boolean primary =
                record.at("primary").flag() || record.at("mode").name().equals("primary");
        return host.isEmpty()
                ? Optional.empty()
                : Optional.of(new Controller(host, primary ? "primary" : "backup", up));
    }

    @Override
    public Optional<Comparator<Controller>> order() {
        return Optional.of(Comparator.comparing(Controller::host)
                .thenComparing(Controller::role)
                .thenComparing(Controller::up));
    }
}
