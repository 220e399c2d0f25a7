package dev.sluice.exporter.config.cluster;

import dev.sluice.exporter.config.network.TlsConfig;
import dev.sluice.exporter.config.schema.Check;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionValues;
import dev.sluice.exporter.config.schema.type.VariableType;
import java.nio.file.Path;
import java.util.Optional;

/** How slurmrestd of one cluster is reached. */
@Section("How slurmrestd of the cluster is reached. Relative paths start at the directory of the configuration file.")
public record SlurmConfig(
        @Key(
                meaning = "Where slurmrestd listens. Without a port, http means 80 and https means 443. No credentials,"
                        + " no query.",
                example = "https://slurm-restapi.slurm:6820",
                type = SlurmUrlType.class)
        SlurmUrl url,

        @Key(
                meaning = "The Slurm user that asks; empty takes the one that the token was made for.",
                byDefault = "",
                word = "user name")
        String user,

        @Key(
                meaning = "The file that holds the token. It is read again before every poll and may appear later.",
                absent = "no token, unless `tokenEnv` is given",
                example = "/var/run/secrets/slurm/SLURM_JWT")
        Optional<Path> tokenFile,

        @Key(
                meaning = "The environment variable that holds the token. Not together with `tokenFile`.",
                absent = "no token, unless `tokenFile` is given",
                example = "SLURM_JWT",
                type = VariableType.class)
        Optional<String> tokenEnv,

        @Key(
                meaning = "Pins the version of slurmrestd's API.",
                absent = "the newest that slurmrestd offers",
                example = "v0.0.42",
                oneOf = {"v0.0.40", "v0.0.41", "v0.0.42", "v0.0.43", "v0.0.44", "v0.0.45", "v0.0.46"})
        Optional<String> apiVersion,

        @Key(
                meaning = "How many records (jobs, nodes) one answer of slurmrestd may have; a longer one fails as"
                        + " `too_large`. Beside that, the answers that are being read may take half of the heap together;"
                        + " where they need more, the largest fails.",
                byDefault = "1000000",
                range = "1000 to 100000000")
        int maxRecords,

        @Key(
                meaning = "Where slurmctld's own metrics are read (Slurm 25.11 and newer, with"
                        + " `MetricsType=metrics/openmetrics`): jobs are counted from them where the list of jobs is slow or"
                        + " fails. `auto` asks the host that slurmrestd names, on the port of slurm.conf; a URL asks that"
                        + " address, such as the controller's Service in Kubernetes; `off` asks nobody.",
                byDefault = "auto",
                type = ControllerMetricsType.class)
        ControllerMetrics controllerMetrics,

        @Key(meaning = "How the connection is checked. Only for https URLs.", absent = "see below")
        Optional<TlsConfig> tls) {

    /** With TLS where the URL is https, and only there. */
    public SlurmConfig {
        tls = url.encrypted() ? tls.or(() -> Optional.of(TlsConfig.DEFAULTS)) : Optional.empty();
    }

    @Check
    static void oneToken(SectionValues in) {
        if (in.has("tokenFile") && in.has("tokenEnv")) {
            in.problem("tokenEnv", "cannot be given together with tokenFile; expected one of the two");
        }
    }

    @Check
    static void onlyForHttps(SectionValues in) {
        if (in.has("tls")
                && in.find("url", SlurmUrl.class)
                        .filter(url -> !url.encrypted())
                        .isPresent()) {
            in.problem("tls", "only for an https URL, and this cluster's is not; remove the section or change the URL");
        }
    }
}
