package dev.sluice.exporter.utilization;

import dev.sluice.common.net.RemoteServer;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The Prometheus from which the utilization is read.
 *
 * @param tokenFile file with a bearer token, read before every request
 */
public record UtilizationSettings(RemoteServer server, Optional<Path> tokenFile) {}
