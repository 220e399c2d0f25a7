package dev.sluice.exporter.config;

import dev.sluice.exporter.access.TlsConfig;
import dev.sluice.exporter.config.schema.ConfigSection;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.SectionValues;
import dev.sluice.exporter.config.schema.ServerUrl;
import dev.sluice.exporter.slurm.ControllerCounts;
import dev.sluice.exporter.slurm.SlurmUrlType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The connection to one cluster's slurmrestd. */
@ConfigSection("The connection to slurmrestd.")
public record SlurmConfig(
        @Key(
                meaning = "Address of slurmrestd, without credentials and query. Default port: 80 for http, 443 "
                        + "for https.",
                example = "https://slurm-restapi.slurm:6820",
                type = SlurmUrlType.class)
        ServerUrl url,

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
                pattern = Key.VARIABLE,
                expected = "name of an environment variable",
                nameOfSecret = true)
        Optional<String> tokenEnv,

        @Key(
                meaning = "Version of slurmrestd's API.",
                absent = "the newest version of slurmrestd",
                example = "v0.0.42",
                oneOf = {"v0.0.40", "v0.0.41", "v0.0.42", "v0.0.43", "v0.0.44", "v0.0.45", "v0.0.46"})
        Optional<String> apiVersion,

        @Key(
                meaning = "Maximum number of records (jobs, nodes) in one response. A longer response fails as "
                        + "`too_large`, like a response that does not fit into half of the heap.",
                byDefault = "1000000",
                range = "1000 to 100000000")
        int maxRecords,

        @Key(
                meaning = "Address of slurmctld's own metrics for [job counts](operations.md#job-counts). `auto`: "
                        + "host from slurmrestd, port from slurm.conf. `off`: not read.",
                byDefault = "auto",
                type = ControllerCounts.Address.Type.class)
        ControllerCounts.Address controllerMetrics,

        @Key(
                meaning = "The command squeue, for [jobs from squeue](operations.md#jobs-from-squeue).",
                absent = "jobs come from slurmrestd only",
                example = "/usr/bin/squeue")
        Optional<Path> squeue,

        @Key(
                meaning = "slurmctld's address for `squeue` [without a local slurm.conf]"
                        + "(operations.md#squeue-in-kubernetes). squeue then authenticates with the token.",
                absent = "the local slurm.conf",
                example = "slurm-controller.slurm:6817",
                pattern = "[A-Za-z0-9][A-Za-z0-9._-]{0,252}:[1-9][0-9]{0,4}",
                expected = "host:port")
        Optional<String> squeueServer,

        @Key(
                meaning = "Above this predicted time of slurmrestd's list, jobs come from `squeue`. Below half of "
                        + "this time, jobs come from slurmrestd again. `0s`: always `squeue`.",
                byDefault = "3s",
                range = "0s to 5m",
                shownWhereChanged = true)
        Duration squeueAfter,

        @Key(meaning = "TLS settings. Only for https URLs.", absent = "see below")
        Optional<TlsConfig> tls) {

    /** Uses TLS only for URLs with https. */
    public SlurmConfig {
        tls = url.encrypted() ? tls.or(() -> Optional.of(TlsConfig.DEFAULTS)) : Optional.empty();
    }

    @ConfigSection.Check
    static void oneToken(SectionValues in) {
        if (in.has("tokenFile") && in.has("tokenEnv")) {
            in.problem("tokenEnv", "excludes tokenFile; expected one of the two");
        }
    }

    @ConfigSection.Check
    static void aServerNeedsSqueueAndAToken(SectionValues in) {
        if (in.has("squeueServer") && !in.has("squeue")) {
            in.problem("squeueServer", "only for squeue; set squeue, or remove squeueServer");
        }
        if (in.has("squeueServer") && !in.has("tokenFile") && !in.has("tokenEnv")) {
            in.problem("squeueServer", "squeue needs a token there; set tokenFile or tokenEnv");
        }
    }

    @ConfigSection.Check
    static void onlyForHttps(SectionValues in) {
        if (in.has("tls")
                && in.find("url", ServerUrl.class)
                        .filter(url -> !url.encrypted())
                        .isPresent()) {
            in.problem("tls", "only for an https URL; remove the section or change the URL");
        }
    }
}
