package dev.sluice.exporter.config.cluster;

import dev.sluice.exporter.config.network.TlsConfig;
import dev.sluice.exporter.config.schema.Check;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionValues;
import dev.sluice.exporter.config.schema.type.VariableType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The connection to one cluster's slurmrestd. */
@Section("The connection to slurmrestd.")
public record SlurmConfig(
        @Key(
                meaning = "Address of slurmrestd, without credentials and query. The default port is 80 for http "
                        + "and 443 for https.",
                example = "https://slurm-restapi.slurm:6820",
                type = SlurmUrlType.class)
        SlurmUrl url,

        @Key(meaning = "Slurm user for requests; empty for the token's user.", byDefault = "", word = "user name")
        String user,

        @Key(
                meaning = "File with the token, read before every poll.",
                absent = "no token",
                example = "/var/run/secrets/slurm/SLURM_JWT")
        Optional<Path> tokenFile,

        @Key(
                meaning = "Environment variable with the token. Excludes `tokenFile`.",
                absent = "no token",
                example = "SLURM_JWT",
                type = VariableType.class)
        Optional<String> tokenEnv,

        @Key(
                meaning = "Version of slurmrestd's API.",
                absent = "the newest version of slurmrestd",
                example = "v0.0.42",
                oneOf = {"v0.0.40", "v0.0.41", "v0.0.42", "v0.0.43", "v0.0.44", "v0.0.45", "v0.0.46"})
        Optional<String> apiVersion,

        @Key(
                meaning = "Maximum number of records (jobs, nodes) in one response; a longer one fails as "
                        + "`too_large`. All responses being read share half of the heap; if they need more, the "
                        + "largest fails.",
                byDefault = "1000000",
                range = "1000 to 100000000")
        int maxRecords,

        @Key(
                meaning = "Address of slurmctld's own metrics (Slurm 25.11 and newer, with "
                        + "`MetricsType=metrics/openmetrics`), which count jobs if the list of jobs is slow or "
                        + "fails. `auto`: the host in slurmrestd's response and the port of slurm.conf. URL: "
                        + "another address, such as the controller's Service. `off`: not read.",
                byDefault = "auto",
                type = ControllerMetricsType.class)
        ControllerMetrics controllerMetrics,

        @Key(
                meaning = "The command squeue on this host, from which the exporter reads jobs if slurmrestd is slow "
                        + "or fails, or if the list exceeds `poll.budget`. Runs as the exporter's user, with "
                        + "`SLURM_CONF` of the exporter's environment. Meanwhile the autoscaling signal is withheld.",
                absent = "jobs come from slurmrestd only",
                example = "/usr/bin/squeue")
        Optional<Path> squeue,

        @Key(
                meaning = "Maximum predicted time of slurmrestd's list of jobs. Above it, jobs come from `squeue`; at "
                        + "half of it, from slurmrestd again. `0s`: always from `squeue`.",
                byDefault = "5s",
                range = "0s to 5m",
                shownWhereChanged = true)
        Duration squeueAfter,

        @Key(meaning = "TLS settings. Only for https URLs.", absent = "see below")
        Optional<TlsConfig> tls) {

    /** Uses TLS for https URLs only. */
    public SlurmConfig {
        tls = url.encrypted() ? tls.or(() -> Optional.of(TlsConfig.DEFAULTS)) : Optional.empty();
    }

    @Check
    static void oneToken(SectionValues in) {
        if (in.has("tokenFile") && in.has("tokenEnv")) {
            in.problem("tokenEnv", "excludes tokenFile; expected one of the two");
        }
    }

    @Check
    static void onlyForHttps(SectionValues in) {
        if (in.has("tls")
                && in.find("url", SlurmUrl.class)
                        .filter(url -> !url.encrypted())
                        .isPresent()) {
            in.problem("tls", "only for an https URL; remove the section or change the URL");
        }
    }
}
