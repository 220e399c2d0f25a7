package dev.sluice.exporter.model.accounting;

import java.util.List;

/**
 * One QOS.
 *
 * @param priority priority; slurmctld first tries the QOS with the highest priority of a job with several
 * @param flags Flags as slurmrestd names them
 * @param limitFactor LimitFactor, which multiplies the TRES limits of associations; 1 by default
 * @param limits limits on the jobs of the QOS together, of each user and of each account
 * @param perJob limits on each job
 */
public record Qos(
        String name, long priority, List<String> flags, double limitFactor, List<Limit> limits, List<Limit> perJob) {

    public Qos {
        flags = List.copyOf(flags);
        limits = List.copyOf(limits);
        perJob = List.copyOf(perJob);
    }

    /** Creates a QOS with default flags and without limits on each job. */
    public Qos(String name, List<Limit> limits) {
        this(name, 0, List.of(), 1, limits, List.of());
    }
}
