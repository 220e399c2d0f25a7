package dev.sluice.exporter.model.controller;

import java.time.Instant;

/**
 * What the slurmctld in charge says of itself.
 *
 * @param release its version, such as {@code 26.05.5}
 * @param bootedAt when it was started
 * @param hash a checksum of slurm.conf
 */
public record ControllerConf(String release, Instant bootedAt, long hash) {}
