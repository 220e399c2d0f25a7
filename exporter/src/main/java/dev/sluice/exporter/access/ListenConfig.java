package dev.sluice.exporter.access;

import dev.sluice.common.tls.NamedFile;
import dev.sluice.exporter.config.schema.ConfigSection;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.SectionValues;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The address and access rules of a Sluice server. */
public record ListenConfig(String host, int port, Optional<Tls> tls, Optional<Auth> auth) {

    /** The meaning of every server's {@code host} key. */
    public static final String HOST = "Address to listen on.";

    /** The meaning of every server's {@code port} key. */
    public static final String PORT = "Port. 0 chooses a free port and logs the port.";

    /** Matches an Accept-Encoding header that allows gzip: not one with {@code gzip;q=0}. */
    public static final Pattern ACCEPTS_GZIP =
            Pattern.compile("(?i)(^|[, ])(x-)?gzip\\s*(,|$|;\\s*q=(?!0(\\.0*)?\\s*(,|$)))");

    private static final Set<String> LOOPBACK = Set.of("localhost", "::1", "0:0:0:0:0:0:0:1");

    /** Creates a plain HTTP server without access rules. */
    public ListenConfig(String host, int port) {
        this(host, port, Optional.empty(), Optional.empty());
    }

    /** Returns true if credentials cross a network unencrypted. */
    public boolean exposesCredentials() {
        return auth.isPresent() && tls.isEmpty() && !LOOPBACK.contains(host) && !host.startsWith("127.");
    }

    /** Returns true if the two servers cannot listen at the same time. */
    public boolean collidesWith(ListenConfig other) {
        boolean samePort = port != 0 && port == other.port;
        return samePort && (host.equals(other.host) || everyAddress() || other.everyAddress());
    }

    private boolean everyAddress() {
        return host.equals("0.0.0.0") || host.equals("::");
    }

    /** The certificate of a Sluice server. If a file changes, the server reloads the file. */
    @ConfigSection("Serves HTTPS (TLS 1.2 and 1.3). Changed files are reloaded; open connections stay open.")
    public record Tls(
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

    /**
     * The credentials of a Sluice server's clients. A client needs a token or a password. If a file changes, the server
     * reloads the file.
     */
    @ConfigSection("Clients need a token or a password. Changed files are reloaded.")
    public record Auth(
            @Key(
                    meaning = "File with the token. Every line is accepted: use two lines during a rotation.",
                    absent = "no token is accepted",
                    example = "/etc/sluice/auth/token",
                    readable = true)
            Optional<Path> bearerTokenFile,

            @Key(meaning = "Basic authentication, for browsers.", absent = "no password is accepted")
            Optional<Basic> basic) {

        @ConfigSection.Check
        static void oneOfTheTwo(SectionValues in) {
            if (!in.has("bearerTokenFile") && !in.has("basic")) {
                in.problem("bearerTokenFile", "missing; expected bearerTokenFile, basic or both, or no section auth");
            }
        }

        @ConfigSection("Basic authentication, for browsers.")
        public record Basic(
                @Key(
                        meaning = "User name.",
                        example = "ops",
                        pattern = "[^\\s\\p{Cntrl}:]+",
                        expected = "user name without spaces, colons and control characters")
                String user,

                @Key(
                        meaning = "File with the password. Every line is accepted.",
                        example = "/etc/sluice/auth/password",
                        readable = true)
                Path passwordFile) {}
    }
}
