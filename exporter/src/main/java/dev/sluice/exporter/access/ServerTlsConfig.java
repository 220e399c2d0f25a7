package dev.sluice.exporter.access;

import dev.sluice.common.tls.NamedFile;
import dev.sluice.exporter.config.schema.ConfigSection;
import dev.sluice.exporter.config.schema.Key;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The certificate of a Sluice server. If a file changes, the server reloads the file. */
@ConfigSection("Serves HTTPS (TLS 1.2 and 1.3). Changed files are reloaded; open connections stay" + " open.")
public record ServerTlsConfig(
        @Key(
                meaning = "Server certificate, followed by intermediate certificates (PEM).",
                example = "/etc/sluice/tls/tls.crt",
                readable = true)
        Path certFile,

        @Key(meaning = "Its private key (PEM, unencrypted).", example = "/etc/sluice/tls/tls.key", readable = true)
        Path keyFile,

        @Key(
                meaning = "Authorities of client certificates (PEM), for mutual TLS.",
                absent = "no client certificate required",
                example = "/etc/sluice/clients/ca.crt",
                readable = true)
        Optional<Path> clientCaFile) {

    /** Returns the certificate file, the key file and, if configured, the file of the client authorities. */
    List<NamedFile> files() {
        List<NamedFile> files = new ArrayList<>();
        files.add(new NamedFile("tls.certFile", certFile));
        files.add(new NamedFile("tls.keyFile", keyFile));
        clientCaFile.ifPresent(file -> files.add(new NamedFile("tls.clientCaFile", file)));
        return files;
    }
}
