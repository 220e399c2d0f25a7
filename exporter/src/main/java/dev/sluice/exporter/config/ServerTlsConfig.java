package dev.sluice.exporter.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * With which certificate a server of ours is served. The files are read again while it runs.
 *
 * @param certFile the certificate, and behind it those of authorities; PEM
 * @param keyFile its private key, PEM
 * @param clientCaFile the authorities of which clients need a certificate; empty where they need none
 */
public record ServerTlsConfig(Path certFile, Path keyFile, Optional<Path> clientCaFile) {}
