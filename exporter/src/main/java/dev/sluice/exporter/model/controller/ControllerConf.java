package dev.sluice.exporter.model.controller;

import dev.sluice.exporter.model.cluster.SelectType;
import java.time.Instant;

/**
 * What the slurmctld in charge says of itself.
 *
 * @param release its version, such as {@code 26.05.5}
 * @param bootedAt when it was started
 * @param hash a checksum of slurm.conf
 * @param select what it gives to jobs
 * @param port the port that it listens on; 0 where it does not say
 * @param privateData what it hides from users
 */
public record ControllerConf(
        String release, Instant bootedAt, long hash, SelectType select, int port, PrivateData privateData) {}
