package dev.sluice.chaos.stage;

/** What may become of the numbers of a cluster that is under attack. */
public enum Rule {
    /** Nothing of the answer may be used: as before, or withdrawn. */
    UNCHANGED,
    /** A number may only differ where something says that records could not be read, or that a source has failed. */
    SAID,
    /** The answer is one that a real Slurm could give. */
    ANY_NUMBER
}
