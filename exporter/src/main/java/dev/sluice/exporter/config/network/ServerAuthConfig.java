package dev.sluice.exporter.config.network;

import dev.sluice.exporter.config.schema.Check;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionValues;
import java.nio.file.Path;
import java.util.Optional;

/** What a client of a server of ours has to know; one of the two is enough. The files are read again while it runs. */
@Section("Answers only who knows a token or a password; where both are given, one of them is enough. The files are"
        + " read again when they change.")
public record ServerAuthConfig(
        @Key(
                meaning =
                        "The file that holds the token. Each of its lines is accepted: put the old one and the new one"
                                + " there while you change it.",
                absent = "no token is accepted",
                example = "/etc/sluice/auth/token",
                readable = true)
        Optional<Path> bearerTokenFile,

        @Key(meaning = "A name and a password that are accepted.", absent = "no password is accepted")
        Optional<Basic> basic) {

    @Check
    static void oneOfTheTwo(SectionValues in) {
        if (!in.has("bearerTokenFile") && !in.has("basic")) {
            in.problem("bearerTokenFile", "missing; expected bearerTokenFile, basic or both, or no section auth");
        }
    }

    /** Basic authentication. */
    @Section("Basic authentication, which browsers ask people for.")
    public record Basic(
            @Key(
                    meaning = "The name that is accepted.",
                    example = "ops",
                    pattern = "[^\\s\\p{Cntrl}:]+",
                    expected = "user name without blanks, colons and control characters")
            String user,

            @Key(
                    meaning = "The file that holds the password. Each of its lines is accepted.",
                    example = "/etc/sluice/auth/password",
                    readable = true)
            Path passwordFile) {}
}
