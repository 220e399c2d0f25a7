package dev.sluice.exporter.config.network;

import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import java.nio.file.Path;
import java.util.Optional;

/** With which certificate a server of ours is served. The files are read again while it runs. */
@Section("Serves HTTPS instead of HTTP, TLS 1.2 and 1.3. The files are read again when they change; connections that"
        + " are open go on.")
public record ServerTlsConfig(
        @Key(
                meaning = "The server's certificate, and behind it those of authorities, PEM.",
                example = "/etc/sluice/tls/tls.crt",
                readable = true)
        Path certFile,

        @Key(meaning = "Its private key, PEM, not encrypted.", example = "/etc/sluice/tls/tls.key", readable = true)
        Path keyFile,

        @Key(
                meaning = "Clients need a certificate of one of these authorities, PEM (mutual TLS).",
                absent = "clients need no certificate",
                example = "/etc/sluice/clients/ca.crt",
                readable = true)
        Optional<Path> clientCaFile) {}
