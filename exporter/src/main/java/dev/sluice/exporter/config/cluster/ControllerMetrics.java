package dev.sluice.exporter.config.cluster;

/** Where slurmctld's own metrics are read. The text form is what may stand in the file. */
public sealed interface ControllerMetrics {

    /** On the host that slurmrestd names, and the port of slurm.conf. */
    record Auto() implements ControllerMetrics {

        @Override
        public String toString() {
            return "auto";
        }
    }

    /** Nowhere. */
    record Off() implements ControllerMetrics {

        @Override
        public String toString() {
            return "off";
        }
    }

    /**
     * At an address.
     *
     * @param url what comes before {@code /metrics/jobs}
     */
    record At(SlurmUrl.Tcp url) implements ControllerMetrics {

        @Override
        public String toString() {
            return url.toString();
        }
    }
}
