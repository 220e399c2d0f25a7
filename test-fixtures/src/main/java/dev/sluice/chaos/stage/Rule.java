package dev.sluice.chaos.stage;

/** The permitted effects on the numbers of an attacked cluster. */
public enum Rule {
    /** The answer must not be used: numbers stay or are withdrawn. */
    UNCHANGED,
    /** A number may differ only if unreadable records or a failed source are reported. */
    SAID,
    /** A real Slurm could give this answer. */
    ANY_NUMBER
}
