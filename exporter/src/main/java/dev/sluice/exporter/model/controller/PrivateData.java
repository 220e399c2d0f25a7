package dev.sluice.exporter.model.controller;

import java.util.List;
import java.util.Locale;

/**
 * What Slurm hides from users who are no operators ({@code PrivateData} of slurm.conf), as far as it concerns jobs.
 *
 * @param jobs jobs of other users
 * @param usage usage and fair share of other users
 */
public record PrivateData(boolean jobs, boolean usage) {

    /** Nothing is hidden, or Slurm does not tell. */
    public static final PrivateData NONE = new PrivateData(false, false);

    /** The flags as slurmrestd writes them, in any case. */
    public static PrivateData of(List<String> flags) {
        List<String> lower =
                flags.stream().map(flag -> flag.toLowerCase(Locale.ROOT)).toList();
        return new PrivateData(
                lower.stream().anyMatch(flag -> flag.contains("jobs")),
                lower.stream().anyMatch(flag -> flag.contains("usage")));
    }

    /** What one of the two hides. */
    public PrivateData and(PrivateData other) {
        return new PrivateData(jobs || other.jobs, usage || other.usage);
    }
}
