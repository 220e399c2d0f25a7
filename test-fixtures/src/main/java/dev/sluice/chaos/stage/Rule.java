package dev.sluice.chaos.stage;

/** The permitted effects on the numbers of an attacked cluster. */
public enum Rule {
    /** The program must discard the response: numbers stay unchanged or are withdrawn. */
    UNCHANGED,
    /** A number may differ only if unreadable records or a failed source are reported. */
    SAID,
    /** A real Slurm could send this response. */
    ANY_NUMBER
}
