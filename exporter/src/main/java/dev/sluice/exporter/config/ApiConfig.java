package dev.sluice.exporter.config;

import dev.sluice.exporter.config.network.ListenConfig;
import dev.sluice.exporter.config.network.ServerAuthConfig;
import dev.sluice.exporter.config.network.ServerTlsConfig;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import java.util.Optional;

/** Where the API is served, and what it may say of people. */
@Section("Where `/livez`, `/readyz`, the JSON API and the status page are served, and what they say of people.")
public record ApiConfig(
        @Key(meaning = ListenConfig.HOST, byDefault = "0.0.0.0", word = "host name or address")
        String host,

        @Key(meaning = ListenConfig.PORT, byDefault = "8080", range = "0 to 65535")
        int port,

        @Key(meaning = "Serves HTTPS instead of HTTP, `/livez` and `/readyz` too.", absent = "plain HTTP")
        Optional<ServerTlsConfig> tls,

        @Key(
                meaning = "What clients have to know. `/livez` and `/readyz` are open, because probes know nothing.",
                absent = "everybody who reaches the port is answered")
        Optional<ServerAuthConfig> auth,

        @Key(
                meaning =
                        "Whether the status page and the API name the users of jobs and answer what a user's jobs wait"
                                + " for. `metrics.userNames` says how: `hash` hides them here too, and with `drop` they are never"
                                + " shown.",
                byDefault = "false")
        boolean showUsers,

        @Key(
                meaning = "Whether they show the names of jobs. Where not, the exporter does not even read them.",
                byDefault = "false")
        boolean showJobNames) {

    public ApiConfig(ListenConfig listen, boolean showUsers, boolean showJobNames) {
        this(listen.host(), listen.port(), listen.tls(), listen.auth(), showUsers, showJobNames);
    }

    /** Where it listens, and to whom it answers. */
    public ListenConfig listen() {
        return new ListenConfig(host, port, tls, auth);
    }
}
