package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.FileTypes;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionReader;
import dev.sluice.exporter.config.schema.Texts;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The keys under {@code prometheus.auth} and {@code api.auth}. */
final class ServerAuthSection {

    private static final Key<ServerAuthConfig, Path> BEARER_TOKEN_FILE = Key.optional(
            "bearerTokenFile",
            FileTypes.readable(),
            "no token is accepted",
            "/etc/sluice/auth/token",
            "The file that holds the token. Each of its lines is accepted: put the old one and the new one there while"
                    + " you change it.",
            ServerAuthConfig::bearerTokenFile);

    private static final Key<ServerAuthConfig.Basic, String> USER = Key.required(
            "user",
            Texts.matching("user name without blanks, colons and control characters", "[^\\s\\p{Cntrl}:]+"),
            "ops",
            "The name that is accepted.",
            ServerAuthConfig.Basic::user);

    private static final Key<ServerAuthConfig.Basic, Path> PASSWORD_FILE = Key.required(
            "passwordFile",
            FileTypes.readable(),
            "/etc/sluice/auth/password",
            "The file that holds the password. Each of its lines is accepted.",
            ServerAuthConfig.Basic::passwordFile);

    private static final Section<ServerAuthConfig.Basic> BASIC_SECTION = new Section<>(
            "Basic authentication, which browsers ask people for.",
            List.of(USER, PASSWORD_FILE),
            ServerAuthSection::bindBasic);

    private static final Key<ServerAuthConfig, ServerAuthConfig.Basic> BASIC = Key.optional(
            "basic",
            BASIC_SECTION,
            "no password is accepted",
            "",
            "A name and a password that are accepted.",
            ServerAuthConfig::basic);

    static final Section<ServerAuthConfig> SECTION = new Section<>(
            "Answers only who knows a token or a password; where both are given, one of them is enough. The files are"
                    + " read again when they change.",
            List.of(BEARER_TOKEN_FILE, BASIC),
            ServerAuthSection::bind);

    private ServerAuthSection() {}

    private static Optional<ServerAuthConfig> bind(SectionReader in) {
        if (!in.has(BEARER_TOKEN_FILE) && !in.has(BASIC)) {
            in.problem(BEARER_TOKEN_FILE, "missing; expected bearerTokenFile, basic or both, or no section auth");
        }
        Optional<Path> token = in.find(BEARER_TOKEN_FILE);
        Optional<ServerAuthConfig.Basic> basic = in.find(BASIC);
        return Optional.of(new ServerAuthConfig(token, basic));
    }

    private static Optional<ServerAuthConfig.Basic> bindBasic(SectionReader in) {
        Optional<String> user = in.find(USER);
        Optional<Path> file = in.find(PASSWORD_FILE);
        return user.flatMap(name -> file.map(path -> new ServerAuthConfig.Basic(name, path)));
    }
}
