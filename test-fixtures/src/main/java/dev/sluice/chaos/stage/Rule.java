package dev.sluice.chaos.stage;

/** The permitted effects on the values of an attacked cluster. */
public enum Rule {
    /** The program must discard the response. Values stay unchanged, or are no longer published. */
    UNCHANGED,
    /** A value may differ only if the program reports unreadable records or a failed source. */
    SAID,
    /** Every value is permitted, because a real Slurm could send this response. */
    ANY_NUMBER
}
