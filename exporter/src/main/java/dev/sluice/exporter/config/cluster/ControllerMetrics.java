package dev.sluice.exporter.config.cluster;

/** The address of slurmctld's own metrics. The text form of the address is valid in the configuration file. */
public sealed interface ControllerMetrics {

    /** The host from slurmrestd, and the port from slurm.conf. */
    record Auto() implements ControllerMetrics {

        @Override
        public String toString() {
            return "auto";
        }
    }

    /** The exporter does not read slurmctld's own metrics. */
    record Off() implements ControllerMetrics {

        @Override
        public String toString() {
            return "off";
        }
    }

    /**
     * A configured address.
     *
     * @param url base URL, without {@code /metrics/jobs}
     */
    record At(SlurmUrl.Tcp url) implements ControllerMetrics {

        @Override
        public String toString() {
            return url.toString();
        }
    }
}
