package dev.sluice.exporter.slurm;

import dev.sluice.exporter.config.schema.HttpUrl;
import dev.sluice.exporter.config.schema.Location;
import dev.sluice.exporter.config.schema.TextType;
import java.util.Optional;

/**
 * The address of slurmctld's own metrics. The text form of the address is valid in the configuration file.
 *
 * @param read true if the exporter reads slurmctld's own metrics
 * @param url base URL, without {@code /metrics/jobs}; empty for the host from slurmrestd and the port from slurm.conf
 */
public record ControllerAddress(boolean read, Optional<HttpUrl> url) {

    @Override
    public String toString() {
        return url.map(HttpUrl::toString).orElse(read ? "auto" : "off");
    }

    public static final class Type implements TextType<ControllerAddress> {

        private static final String SHAPES = "auto, off, or http://host:port";

        private final SlurmUrlType url = new SlurmUrlType();

        @Override
        public String description() {
            return SHAPES;
        }

        @Override
        public ControllerAddress parse(String text, Location location) throws BadValue {
            if (text.equals("auto") || text.equals("off")) {
                return new ControllerAddress(text.equals("auto"), Optional.empty());
            }
            if (url.parse(text, location) instanceof HttpUrl http) {
                return new ControllerAddress(true, Optional.of(http));
            }
            throw new BadValue("expected " + SHAPES);
        }
    }
}
