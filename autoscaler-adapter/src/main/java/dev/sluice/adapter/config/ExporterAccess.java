package dev.sluice.adapter.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Access to the exporters. Every file is read before every request.
 *
 * @param caFile whom to trust instead of the authorities that Java trusts
 * @param tokenFile a bearer token; where there are several, one on each line, the first
 * @param certificate what to show to exporters that want a client certificate
 */
public record ExporterAccess(
        Optional<Path> caFile, Optional<Path> tokenFile, Optional<TlsSettings.Files> certificate) {}
