package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.FileTypes;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The keys under {@code prometheus.tls} and {@code api.tls}. */
final class ServerTlsSection {

    private static final Key<ServerTlsConfig, Path> CERT_FILE = Key.required(
            "certFile",
            FileTypes.readable(),
            "/etc/sluice/tls/tls.crt",
            "The server's certificate, and behind it those of authorities, PEM.",
            ServerTlsConfig::certFile);

    private static final Key<ServerTlsConfig, Path> KEY_FILE = Key.required(
            "keyFile",
            FileTypes.readable(),
            "/etc/sluice/tls/tls.key",
            "Its private key, PEM, not encrypted.",
            ServerTlsConfig::keyFile);

    private static final Key<ServerTlsConfig, Path> CLIENT_CA_FILE = Key.optional(
            "clientCaFile",
            FileTypes.readable(),
            "clients need no certificate",
            "/etc/sluice/clients/ca.crt",
            "Clients need a certificate of one of these authorities, PEM (mutual TLS).",
            ServerTlsConfig::clientCaFile);

    static final Section<ServerTlsConfig> SECTION = new Section<>(
            "Serves HTTPS instead of HTTP, TLS 1.2 and 1.3. The files are read again when they change; connections that"
                    + " are open go on.",
            List.of(CERT_FILE, KEY_FILE, CLIENT_CA_FILE),
            ServerTlsSection::bind);

    private ServerTlsSection() {}

    private static Optional<ServerTlsConfig> bind(SectionReader in) {
        Optional<Path> certFile = in.find(CERT_FILE);
        Optional<Path> keyFile = in.find(KEY_FILE);
        Optional<Path> clientCaFile = in.find(CLIENT_CA_FILE);
        return certFile.flatMap(cert -> keyFile.map(key -> new ServerTlsConfig(cert, key, clientCaFile)));
    }
}
