package dev.sluice.exporter.model.controller;

import dev.sluice.exporter.model.cluster.SelectType;
import java.time.Duration;
import java.time.Instant;
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
        Optional<Duration> minJobAge) {}
