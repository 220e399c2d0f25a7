package dev.sluice.exporter.model.job;

import dev.sluice.exporter.model.Labeled;
import java.util.List;

/**
 * Whether Slurm or Kubernetes runs a job. slurm-bridge submits an external job for pods: Slurm selects the nodes, and
 * kubelet starts the pods.
 *
 * @param kind native or external
 * @param pods pods of an external job, as {@code namespace/name}; empty if unknown
 * @param podsLeftOut number of pods that are not in {@code pods}
 */
public record JobOrigin(Kind kind, List<String> pods, int podsLeftOut) {

    /** The kinds of origins. */
    public enum Kind implements Labeled {
        NATIVE,
        EXTERNAL,
        /** The job comes from squeue, which does not show the flag of external jobs. */
        UNKNOWN;
    }

    /** A job whose processes slurmd starts. */
    public static final JobOrigin NATIVE = new JobOrigin(Kind.NATIVE, List.of(), 0);

    /** An external job with unknown pods. */
    public static final JobOrigin EXTERNAL = new JobOrigin(Kind.EXTERNAL, List.of(), 0);

    public static final JobOrigin UNKNOWN = new JobOrigin(Kind.UNKNOWN, List.of(), 0);

    public JobOrigin {
        pods = List.copyOf(pods);
    }

    public boolean external() {
        return kind == Kind.EXTERNAL;
    }
}
