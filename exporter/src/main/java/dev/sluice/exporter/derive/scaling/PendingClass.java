package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.model.Labeled;

/** Whether more nodes can help a pending job. Closed list. */
public enum PendingClass implements Labeled {
    /** The job waits for nodes. */
    ELIGIBLE(true),
    /**
     * Slurm reports unsuitable nodes or an unsuitable partition. More nodes may help, because the job would fit on
     * these nodes.
     */
    CONDITIONAL(true),
    /** The job begins so soon that its nodes should start now. */
    LOOKAHEAD(true),
    /** The job does not wait for nodes, but for a person, a limit, another job, a license or a time. */
    WAITING(false),
    /** The job cannot run on any pool of its partitions with their current settings. */
    UNSATISFIABLE(false),
    /** Slurm's reason is unknown to the exporter. */
    UNCLASSIFIED(false);

    private final boolean counts;

    PendingClass(boolean counts) {
        this.counts = counts;
    }

    /** Returns whether jobs of this class are demand. */
    public boolean counts() {
        return counts;
    }
}
