package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.Controller;
import java.util.Optional;

/** Builds {@link Controller}s from both shapes of slurmrestd's pings. */
final class ControllerAssembler implements RecordAssembler<Controller> {

    private String host = "";
    private boolean primary;
    private boolean up;

    @Override
    public void begin() {
        host = "";
        primary = false;
        up = false;
    }

    @Override
    public void number(SlurmField field, long value) {}

    @Override
    public void text(SlurmField field, String value) {
        switch (field) {
            case PING_HOST -> host = value;
            case PING_PINGED -> up = value.equals("UP");
            case PING_MODE -> primary = value.equals("primary");
            default -> {}
        }
    }

    @Override
    public void flag(SlurmField field, boolean value) {
        switch (field) {
            case PING_RESPONDING -> up = value;
            case PING_PRIMARY -> primary = value;
            default -> {}
        }
    }

    @Override
    public Optional<Controller> end() {
        return host.isEmpty()
                ? Optional.empty()
                : Optional.of(new Controller(host, primary ? "primary" : "backup", up));
    }

    @Override
    public Object key(Controller controller) {
        return controller;
    }
}
