package dev.sluice.exporter.config;

import dev.sluice.exporter.access.ListenConfig;
import dev.sluice.exporter.derive.NameRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Finds suspicious settings of a valid configuration. Suspicious settings do not prevent a start, because such settings
 * may become correct later.
 */
public final class ConfigWarnings {

    private static final int OTLP_GRPC = 4317;

    private ConfigWarnings() {}

    /**
     * Returns one line per warning. Each line contains the key's path and no secrets.
     *
     * @param environment the process' environment
     */
    public static List<String> of(ExporterConfig config, Map<String, String> environment) {
        List<String> warnings = new ArrayList<>();
        for (int i = 0; i < config.clusters().size(); i++) {
            SlurmConfig slurm = config.clusters().get(i).slurm();
            String section = "clusters[" + i + "].slurm.";
            slurm.tokenFile()
                    .filter(file -> !ConfigLoader.readable(file))
                    .ifPresent(file -> warnings.add(section + "tokenFile: " + file
                            + " is not readable now; expected it before the first poll"));
            slurm.tokenEnv()
                    .filter(variable -> environment.getOrDefault(variable, "").isBlank())
                    .ifPresent(variable ->
                            warnings.add(section + "tokenEnv: " + variable + " is not set in this environment"));
        }
        config.otlp()
                .endpoint()
                .filter(url -> url.port() == OTLP_GRPC)
                .ifPresent(url -> warnings.add(
                        "otlp.endpoint: " + OTLP_GRPC + " is usually a gRPC port; OTLP/HTTP usually has 4318"));
        if (config.api().showUsers() && config.metrics().userNames() == NameRule.DROP) {
            warnings.add("api.showUsers: has no effect while metrics.userNames is drop");
        }
        unencrypted("prometheus", config.prometheus().listen(), warnings);
        unencrypted("api", config.api().listen(), warnings);
        return warnings;
    }

    private static void unencrypted(String section, ListenConfig listen, List<String> warnings) {
        if (listen.exposesCredentials()) {
            warnings.add(section + ".auth: tokens and passwords cross the network unencrypted, because " + section
                    + ".tls is missing; add it, or set " + section + ".host to 127.0.0.1");
        }
    }
}
