package dev.sluice.adapter.reader;

import dev.sluice.common.tls.ClientTls;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Access to the exporters. Every file is read before every request.
 *
 * @param tls authorities and client certificate for https exporters
 * @param tokenFile file with the bearer token; the first line of the file counts
 */
public record ExporterAccess(ClientTls tls, Optional<Path> tokenFile) {}
