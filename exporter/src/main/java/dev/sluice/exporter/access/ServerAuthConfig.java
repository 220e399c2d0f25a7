package dev.sluice.exporter.access;

import dev.sluice.exporter.config.schema.Check;
import dev.sluice.exporter.config.schema.ConfigSection;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.SectionValues;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The credentials of a Sluice server's clients. A client needs a token or a password. If a file changes, the server
 * reloads the file.
 */
@ConfigSection("Clients need a token or a password. Changed files are reloaded.")
public record ServerAuthConfig(
        @Key(
                meaning = "File with the token. Every line is accepted: use two lines during a rotation.",
                absent = "no token is accepted",
                example = "/etc/sluice/auth/token",
                readable = true)
        Optional<Path> bearerTokenFile,

        @Key(meaning = "Basic authentication, for browsers.", absent = "no password is accepted")
        Optional<Basic> basic) {

    @Check
    static void oneOfTheTwo(SectionValues in) {
        if (!in.has("bearerTokenFile") && !in.has("basic")) {
            in.problem("bearerTokenFile", "missing; expected bearerTokenFile, basic or both, or no section auth");
        }
    }

    /** Basic authentication. */
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
