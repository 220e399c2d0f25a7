package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.FlagType;
import dev.sluice.exporter.config.schema.IntegerType;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionReader;
import dev.sluice.exporter.config.schema.Texts;
import java.util.List;
import java.util.Optional;

/** The keys under {@code api}. */
final class ApiSection {

    private static final Key<ApiConfig, String> HOST = Key.withDefault(
            "host",
            Texts.word("host name or address"),
            ApiConfig.DEFAULTS.listen().host(),
            "The address to bind to; `0.0.0.0` is every address.",
            api -> api.listen().host());

    static final Key<ApiConfig, Integer> PORT = Key.withDefault(
            "port",
            new IntegerType(0, 65535),
            ApiConfig.DEFAULTS.listen().port(),
            "The port to listen on. 0 picks a free one and logs it. `prometheus` and `api` cannot share a port.",
            api -> api.listen().port());

    private static final Key<ApiConfig, ServerTlsConfig> TLS = Key.optional(
            "tls",
            ServerTlsSection.SECTION,
            "plain HTTP",
            "",
            "Serves HTTPS instead of HTTP, `/livez` and `/readyz` too.",
            api -> api.listen().tls());

    private static final Key<ApiConfig, ServerAuthConfig> AUTH = Key.optional(
            "auth",
            ServerAuthSection.SECTION,
            "everybody who reaches the port is answered",
            "",
            "What clients have to know. `/livez` and `/readyz` are open, because probes know nothing.",
            api -> api.listen().auth());

    private static final Key<ApiConfig, Boolean> SHOW_USERS = Key.withDefault(
            "showUsers",
            new FlagType(),
            ApiConfig.DEFAULTS.showUsers(),
            "Whether the status page and the API name the users of jobs and answer what a user's jobs wait for. "
                    + "`metrics.userNames` says how: `hash` hides them here too, and with `drop` they are never shown.",
            ApiConfig::showUsers);

    private static final Key<ApiConfig, Boolean> SHOW_JOB_NAMES = Key.withDefault(
            "showJobNames",
            new FlagType(),
            ApiConfig.DEFAULTS.showJobNames(),
            "Whether they show the names of jobs. Where not, the exporter does not even read them.",
            ApiConfig::showJobNames);

    static final Section<ApiConfig> SECTION = new Section<>(
            "Where `/livez`, `/readyz`, the JSON API and the status page are served, and what they say of people.",
            List.of(HOST, PORT, TLS, AUTH, SHOW_USERS, SHOW_JOB_NAMES),
            ApiSection::bind);

    private ApiSection() {}

    private static Optional<ApiConfig> bind(SectionReader in) {
        return Optional.of(new ApiConfig(
                new ListenConfig(in.value(HOST), in.value(PORT), in.find(TLS), in.find(AUTH)),
                in.value(SHOW_USERS),
                in.value(SHOW_JOB_NAMES)));
    }
}
