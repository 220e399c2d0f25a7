package dev.sluice.adapter.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Access to the exporters. Every file is read before every request.
 *
 * @param caFile trusted authorities in place of Java's authorities
 * @param tokenFile file with the bearer token; the first line of the file counts
 * @param certificate client certificate for exporters that request one
 */
public record ExporterAccess(
        Optional<Path> caFile, Optional<Path> tokenFile, Optional<TlsSettings.Files> certificate) {}
