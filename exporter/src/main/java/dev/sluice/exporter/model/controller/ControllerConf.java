package dev.sluice.exporter.model.controller;

import dev.sluice.exporter.model.cluster.SelectType;
import java.time.Instant;

/**
 * The configuration that the active slurmctld reports.
 *
 * @param release its version, such as {@code 26.05.5}
 * @param bootedAt time of its start
 * @param hash a checksum of slurm.conf
 * @param select what it allocates to jobs
 * @param port listening port; 0 if unknown
 * @param privateData what it hides from users
 */
public record ControllerConf(
        String release, Instant bootedAt, long hash, SelectType select, int port, PrivateData privateData) {}
