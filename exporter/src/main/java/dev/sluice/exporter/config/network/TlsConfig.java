package dev.sluice.exporter.config.network;

import dev.sluice.common.tls.ClientTls;
import dev.sluice.exporter.config.schema.Check;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionType;
import dev.sluice.exporter.config.schema.SectionValues;
import java.nio.file.Path;
import java.util.Optional;

/** How a TLS connection is checked, and how we identify ourselves in it. All files are PEM. */
@Section("How a TLS connection is checked. Only for https URLs.")
public record TlsConfig(
        @Key(
                meaning = "The certificate authorities to trust, PEM.",
                absent = "those that Java trusts",
                example = "/etc/sluice/ca.pem",
                readable = true)
        Optional<Path> caFile,

        @Key(
                meaning = "Our certificate for mutual TLS, PEM; only together with `keyFile`.",
                absent = "no client certificate",
                example = "/etc/sluice/client.pem",
                readable = true)
        Optional<Path> certFile,

        @Key(
                meaning = "The private key of our certificate, PEM; only together with `certFile`.",
                absent = "no client certificate",
                example = "/etc/sluice/client-key.pem",
                readable = true)
        Optional<Path> keyFile,

        @Key(meaning = "Whether the server's certificate must be for the host in the URL.", byDefault = "true")
        boolean verifyHost) {

    /** What holds unless the file says otherwise. */
    public static final TlsConfig DEFAULTS = SectionType.of(TlsConfig.class).defaults();

    /** The same for those who connect, who know nothing of configuration files. */
    public ClientTls client() {
        return new ClientTls(caFile, certFile, keyFile, verifyHost);
    }

    @Check
    static void certificateAndKey(SectionValues in) {
        if (in.has("certFile") != in.has("keyFile")) {
            in.problem(in.has("certFile") ? "keyFile" : "certFile", "missing; certFile and keyFile only work together");
        }
    }
}
