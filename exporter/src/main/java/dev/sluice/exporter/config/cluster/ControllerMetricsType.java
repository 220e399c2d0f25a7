package dev.sluice.exporter.config.cluster;

import dev.sluice.exporter.config.schema.type.BadValue;
import dev.sluice.exporter.config.schema.type.Place;
import dev.sluice.exporter.config.schema.type.TextType;

/** Parses the address of slurmctld's own metrics. */
final class ControllerMetricsType implements TextType<ControllerMetrics> {

    private static final String SHAPES = "auto, off, or http://host:port";

    private final SlurmUrlType url = new SlurmUrlType();

    @Override
    public String description() {
        return SHAPES;
    }

    @Override
    public ControllerMetrics parse(String text, Place place) throws BadValue {
        if (text.equals("auto")) {
            return new ControllerMetrics.Auto();
        }
        if (text.equals("off")) {
            return new ControllerMetrics.Off();
        }
        if (url.parse(text, place) instanceof SlurmUrl.Tcp tcp) {
            return new ControllerMetrics.At(tcp);
        }
        throw new BadValue("expected " + SHAPES);
    }
}
