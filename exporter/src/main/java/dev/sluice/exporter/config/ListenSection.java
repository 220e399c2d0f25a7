package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.IntegerType;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.Texts;
import java.util.List;
import java.util.Optional;

/**
 * The keys of a server of ours.
 *
 * @param section the section itself
 * @param host its key {@code host}
 * @param port its key {@code port}
 */
record ListenSection(Section<ListenConfig> section, Key<ListenConfig, String> host, Key<ListenConfig, Integer> port) {

    static final ListenSection PROMETHEUS =
            of("Where `/metrics` is served, for Prometheus to scrape.", ListenConfig.PROMETHEUS_DEFAULTS);

    private static ListenSection of(String meaning, ListenConfig defaults) {
        Key<ListenConfig, String> host = Key.withDefault(
                "host",
                Texts.word("host name or address"),
                defaults.host(),
                "The address to bind to; `0.0.0.0` is every address.",
                ListenConfig::host);
        Key<ListenConfig, Integer> port = Key.withDefault(
                "port",
                new IntegerType(0, 65535),
                defaults.port(),
                "The port to listen on. 0 picks a free one and logs it. `prometheus` and `api` cannot share a port.",
                ListenConfig::port);
        Key<ListenConfig, ServerTlsConfig> tls = Key.optional(
                "tls", ServerTlsSection.SECTION, "plain HTTP", "", "Serves HTTPS instead of HTTP.", ListenConfig::tls);
        Key<ListenConfig, ServerAuthConfig> auth = Key.optional(
                "auth",
                ServerAuthSection.SECTION,
                "everybody who reaches the port is answered",
                "",
                "What clients have to know.",
                ListenConfig::auth);
        Section<ListenConfig> section = new Section<>(
                meaning,
                List.of(host, port, tls, auth),
                in -> Optional.of(new ListenConfig(in.value(host), in.value(port), in.find(tls), in.find(auth))));
        return new ListenSection(section, host, port);
    }
}
