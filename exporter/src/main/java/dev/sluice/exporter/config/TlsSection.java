package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.FileTypes;
import dev.sluice.exporter.config.schema.FlagType;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The keys under {@code tls}. */
final class TlsSection {

    private static final Key<TlsConfig, Path> CA_FILE = Key.optional(
            "caFile",
            FileTypes.readable(),
            "those that Java trusts",
            "/etc/sluice/ca.pem",
            "The certificate authorities to trust, PEM.",
            TlsConfig::caFile);

    private static final Key<TlsConfig, Path> CERT_FILE = Key.optional(
            "certFile",
            FileTypes.readable(),
            "no client certificate",
            "/etc/sluice/client.pem",
            "Our certificate for mutual TLS, PEM; only together with `keyFile`.",
            TlsConfig::certFile);

    private static final Key<TlsConfig, Path> KEY_FILE = Key.optional(
            "keyFile",
            FileTypes.readable(),
            "no client certificate",
            "/etc/sluice/client-key.pem",
            "The private key of our certificate, PEM; only together with `certFile`.",
            TlsConfig::keyFile);

    private static final Key<TlsConfig, Boolean> VERIFY_HOST = Key.withDefault(
            "verifyHost",
            new FlagType(),
            TlsConfig.DEFAULTS.verifyHost(),
            "Whether the server's certificate must be for the host in the URL.",
            TlsConfig::verifyHost);

    static final Section<TlsConfig> SECTION = new Section<>(
            "How a TLS connection is checked. Only for https URLs.",
            List.of(CA_FILE, CERT_FILE, KEY_FILE, VERIFY_HOST),
            TlsSection::bind);

    private TlsSection() {}

    private static Optional<TlsConfig> bind(SectionReader in) {
        if (in.has(CERT_FILE) != in.has(KEY_FILE)) {
            Key<TlsConfig, Path> missing = in.has(CERT_FILE) ? KEY_FILE : CERT_FILE;
            in.problem(missing, "missing; certFile and keyFile only work together");
        }
        return Optional.of(
                new TlsConfig(in.find(CA_FILE), in.find(CERT_FILE), in.find(KEY_FILE), in.value(VERIFY_HOST)));
    }
}
