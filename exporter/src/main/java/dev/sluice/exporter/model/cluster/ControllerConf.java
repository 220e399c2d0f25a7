package dev.sluice.exporter.model.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The configuration that the active slurmctld reports.
 *
 * @param release version of slurmctld, such as {@code 26.05.5}
 * @param bootedAt start time of slurmctld
 * @param hash checksum of slurm.conf
 * @param select resources that slurmctld allocates to jobs
 * @param port listening port; 0 if unknown
 * @param privateData data that slurmctld hides from users
 * @param enforcesLimits whether slurmctld enforces the limits of QOSes and associations
 * @param minJobAge MinJobAge: time for which slurmctld lists ended jobs
 */
public record ControllerConf(
        String release,
        Instant bootedAt,
        long hash,
        SelectType select,
        int port,
        PrivateData privateData,
        boolean enforcesLimits,
        Optional<Duration> minJobAge) {

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
}
