package dev.sluice.exporter.utilization;

import dev.sluice.common.tls.ClientTls;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The Prometheus from which the utilization is read.
 *
 * @param tls true for https
 * @param host name or address, without brackets
 * @param port TCP port
 * @param path base path without a trailing slash
 * @param tokenFile file with a bearer token, read before every request
 * @param files TLS files, only for https
 */
public record UtilizationSettings(
        boolean tls, String host, int port, String path, Optional<Path> tokenFile, ClientTls files) {}
