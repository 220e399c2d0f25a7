package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.model.controller.Controller;
import dev.sluice.exporter.slurm.schema.SlurmField;
import java.util.Comparator;
import java.util.Optional;

/**
 * Builds {@link Controller}s from slurmrestd's response to ping, which has a different format in older API versions.
 */
public final class ControllerAssembler implements RecordAssembler<Controller> {

    @Override
    public Optional<Controller> assemble(FieldValues values) {
        String host = values.text(SlurmField.PING_HOST);
        boolean up = values.flag(SlurmField.PING_RESPONDING)
                || values.text(SlurmField.PING_PINGED).equals("UP");
        boolean primary = values.flag(SlurmField.PING_PRIMARY)
                || values.text(SlurmField.PING_MODE).equals("primary");
        return host.isEmpty()
                ? Optional.empty()
                : Optional.of(new Controller(host, primary ? "primary" : "backup", up));
    }

    @Override
    public Comparator<Controller> order() {
        return Comparator.comparing(Controller::host)
                .thenComparing(Controller::role)
                .thenComparing(Controller::up);
    }
}
