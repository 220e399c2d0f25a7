package dev.sluice.exporter.config;

import dev.sluice.exporter.access.ListenConfig;
import dev.sluice.exporter.access.ProxyConfig;
import dev.sluice.exporter.config.schema.ConfigSection;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.SectionValues;
import java.util.Optional;

/** The address of the API, and the names that the API shows. */
@ConfigSection("Address of `/livez`, `/readyz`, the JSON API and the status page.")
public record ApiConfig(
        @Key(meaning = ListenConfig.HOST, byDefault = "0.0.0.0", word = "host name or address")
        String host,

        @Key(meaning = ListenConfig.PORT, byDefault = "8080", range = "0 to 65535")
        int port,

        @Key(meaning = "Serves HTTPS instead of HTTP, also for `/livez` and `/readyz`.", absent = "plain HTTP")
        Optional<ListenConfig.Tls> tls,

        @Key(meaning = "Credentials of clients, except for `/livez` and `/readyz`.", absent = "no credentials required")
        Optional<ListenConfig.Auth> auth,

        @Key(meaning = "Authenticating proxy whose headers name the user.", absent = "no header is trusted")
        Optional<ProxyConfig> proxy,

        @Key(
                meaning = "Shows the users of jobs on the status page and in the API, as `metrics.userNames` "
                        + "allows.",
                byDefault = "false")
        boolean showUsers,

        @Key(
                meaning = "Shows the names of jobs. If `false` and without `proxy`, the exporter does not read them.",
                byDefault = "false")
        boolean showJobNames) {

    /** Returns true if the exporter reads job names. Users always see the names of their own jobs. */
    public boolean readsJobNames() {
        return showJobNames || proxy.isPresent();
    }

    @ConfigSection.Check
    static void certificatesOfTheProxy(SectionValues in) {
        boolean verified = in.find("tls", ListenConfig.Tls.class)
                .flatMap(ListenConfig.Tls::clientCaFile)
                .isPresent();
        boolean named = in.find("proxy", ProxyConfig.class)
                .filter(proxy -> !proxy.certificates().isEmpty())
                .isPresent();
        if (named && !verified) {
            in.problem("proxy", "certificates", "needs api.tls.clientCaFile, which verifies the proxy's certificate");
        }
    }

    public ListenConfig listen() {
        return new ListenConfig(host, port, tls, auth);
    }
}
