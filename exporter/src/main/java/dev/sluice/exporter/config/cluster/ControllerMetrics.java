package dev.sluice.exporter.config.cluster;

/** The address of slurmctld's own metrics. Its text form is valid in the file. */
public sealed interface ControllerMetrics {

    /** The host from slurmrestd, and the port from slurm.conf. */
    record Auto() implements ControllerMetrics {

        @Override
        public String toString() {
            return "auto";
        }
    }

    /** No metrics are read. */
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
