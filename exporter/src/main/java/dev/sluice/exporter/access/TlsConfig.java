package dev.sluice.exporter.access;

import dev.sluice.common.tls.ClientTls;
import dev.sluice.common.tls.NamedFile;
import dev.sluice.common.tls.Pem;
import dev.sluice.common.tls.ServerCertificate;
import dev.sluice.exporter.config.schema.ConfigSection;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.SectionType;
import dev.sluice.exporter.config.schema.SectionValues;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** TLS settings of an outgoing connection. All files are PEM. */
@ConfigSection("TLS settings. Only for https URLs.")
public record TlsConfig(
        @Key(
                meaning = "Trusted certificate authorities (PEM).",
                absent = "Java's trusted authorities",
                example = "/etc/sluice/ca.pem",
                readable = true)
        Optional<Path> caFile,

        @Key(
                meaning = "Client certificate for mutual TLS (PEM). Requires `keyFile`.",
                absent = "no client certificate",
                example = "/etc/sluice/client.pem",
                readable = true)
        Optional<Path> certFile,

        @Key(
                meaning = "Private key of the client certificate (PEM). Requires `certFile`.",
                absent = "no client certificate",
                example = "/etc/sluice/client-key.pem",
                readable = true)
        Optional<Path> keyFile,

        @Key(meaning = "Checks that the server's certificate matches the host in the URL.", byDefault = "true")
        boolean verifyHost) {

    public static final TlsConfig DEFAULTS = SectionType.of(TlsConfig.class).defaults();

    /**
     * Converts these settings to the settings of clients, because clients do not depend on the configuration classes.
     */
    public ClientTls client() {
        return new ClientTls(caFile, certFile, keyFile, verifyHost);
    }

    /**
     * Returns the problems of the files; each line begins with the key's path. The connections load these files
     * themselves.
     *
     * @param section path of the section, such as {@code clusters[0].slurm.tls}
     */
    public List<String> problems(String section) {
        List<String> problems = new ArrayList<>();
        caFile.map(path -> new NamedFile("caFile", path))
                .ifPresent(file -> Protection.read(
                        section, List.of(file), contents -> Pem.certificates(file, contents.get(0)), problems));
        if (certFile.isPresent() && keyFile.isPresent()) {
            List<NamedFile> pair =
                    List.of(new NamedFile("certFile", certFile.get()), new NamedFile("keyFile", keyFile.get()));
            Protection.read(section, pair, contents -> ServerCertificate.of(pair, contents), problems);
        }
        return problems;
    }

    @ConfigSection.Check
    static void certificateAndKey(SectionValues in) {
        if (in.has("certFile") != in.has("keyFile")) {
            in.problem(in.has("certFile") ? "keyFile" : "certFile", "missing; certFile and keyFile belong together");
        }
    }
}
