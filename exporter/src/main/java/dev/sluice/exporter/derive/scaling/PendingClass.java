package dev.sluice.exporter.derive.scaling;

import java.util.Locale;

/** Whether more nodes can help a job that waits. Closed list. */
public enum PendingClass {
    /** It waits for nodes. */
    ELIGIBLE(true),
    /** Slurm says that nodes or its partition do not suit it; more nodes may be the cure, and it fits on them. */
    CONDITIONAL(true),
    /** It begins so soon that its nodes should start now. */
    LOOKAHEAD(true),
    /** It waits for something else: a person, a limit, another job, a licence, a time. */
    WAITING(false),
    /** It cannot run on any pool of its partitions as they are. */
    UNSATISFIABLE(false),
    /** Slurm gives a reason that is not known here. */
    UNCLASSIFIED(false);

    private final boolean counts;
    private final String label = name().toLowerCase(Locale.ROOT);

    PendingClass(boolean counts) {
        this.counts = counts;
    }

    /** Whether jobs of this class are demand. */
    public boolean counts() {
        return counts;
    }

    /** The label value under which the class is published. */
    public String label() {
        return label;
    }
}
