package dev.sluice.exporter.model.controller;

import java.util.List;
import java.util.Locale;

/**
 * The job data that Slurm hides from users who are not operators ({@code PrivateData} of slurm.conf).
 *
 * @param jobs whether jobs of other users are hidden
 * @param usage whether usage and fair share of other users are hidden
 */
public record PrivateData(boolean jobs, boolean usage) {

    /** The value if Slurm hides no data, or does not report hidden data. */
    public static final PrivateData NONE = new PrivateData(false, false);

    /** Reads slurmrestd's flags, in upper or lower case. */
    public static PrivateData of(List<String> flags) {
        List<String> lower =
                flags.stream().map(flag -> flag.toLowerCase(Locale.ROOT)).toList();
        return new PrivateData(
                lower.stream().anyMatch(flag -> flag.contains("jobs")),
                lower.stream().anyMatch(flag -> flag.contains("usage")));
    }

    /** Returns the data that at least one of the two values hides. */
    public PrivateData and(PrivateData other) {
        return new PrivateData(jobs || other.jobs, usage || other.usage);
    }
}
