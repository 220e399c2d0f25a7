package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.Choices;
import dev.sluice.exporter.config.schema.FileTypes;
import dev.sluice.exporter.config.schema.IntegerType;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionReader;
import dev.sluice.exporter.config.schema.Texts;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The keys under {@code slurm}. */
final class SlurmSection {

    private static final Key<SlurmConfig, SlurmUrl> URL = Key.required(
            "url",
            SlurmUrls.type(),
            "https://slurm-restapi.slurm:6820",
            "Where slurmrestd listens. Without a port, http means 80 and https means 443. No credentials, no query.",
            SlurmConfig::url);

    private static final Key<SlurmConfig, String> USER = Key.withDefault(
            "user",
            Texts.wordOrNothing("user name"),
            "",
            "The Slurm user that asks; empty takes the one that the token was made for.",
            SlurmConfig::user);

    private static final Key<SlurmConfig, Path> TOKEN_FILE = Key.optional(
            "tokenFile",
            FileTypes.eventual(),
            "no token, unless `tokenEnv` is given",
            "/var/run/secrets/slurm/SLURM_JWT",
            "The file that holds the token. It is read again before every poll and may appear later.",
            slurm -> slurm.token() instanceof TokenSource.TokenFile file ? Optional.of(file.path()) : Optional.empty());

    private static final Key<SlurmConfig, String> TOKEN_ENV = Key.optional(
            "tokenEnv",
            Texts.environmentVariable(),
            "no token, unless `tokenFile` is given",
            "SLURM_JWT",
            "The environment variable that holds the token. Not together with `tokenFile`.",
            slurm -> slurm.token() instanceof TokenSource.TokenEnvironment environment
                    ? Optional.of(environment.variable())
                    : Optional.empty());

    private static final Key<SlurmConfig, String> API_VERSION = Key.optional(
            "apiVersion",
            Choices.of(SlurmConfig.API_VERSIONS),
            "the newest that slurmrestd offers",
            "v0.0.42",
            "Pins the version of slurmrestd's API.",
            SlurmConfig::apiVersion);

    private static final Key<SlurmConfig, Integer> MAX_RECORDS = Key.withDefault(
            "maxRecords",
            new IntegerType(1_000, 100_000_000),
            SlurmConfig.DEFAULT_MAX_RECORDS,
            "How many records (jobs, nodes) one answer of slurmrestd may have; a longer one fails as `too_large`. "
                    + "Beside that, the answers that are being read may take half of the heap together; where they need "
                    + "more, the largest fails.",
            SlurmConfig::maxRecords);

    private static final Key<SlurmConfig, TlsConfig> TLS = Key.optional(
            "tls",
            TlsSection.SECTION,
            "see below",
            "",
            "How the connection is checked. Only for https URLs.",
            slurm -> Optional.of(slurm.tls()).filter(tls -> encrypted(slurm.url())));

    static final Section<SlurmConfig> SECTION = new Section<>(
            "How slurmrestd of the cluster is reached. Relative paths start at the directory of the configuration file.",
            List.of(URL, USER, TOKEN_FILE, TOKEN_ENV, API_VERSION, MAX_RECORDS, TLS),
            SlurmSection::bind);

    private SlurmSection() {}

    private static Optional<SlurmConfig> bind(SectionReader in) {
        Optional<SlurmUrl> url = in.find(URL);
        String user = in.value(USER);
        TokenSource token = token(in);
        Optional<String> apiVersion = in.find(API_VERSION);
        int maxRecords = in.value(MAX_RECORDS);
        TlsConfig tls = in.find(TLS).orElse(TlsConfig.DEFAULTS);
        if (in.has(TLS) && url.filter(found -> !encrypted(found)).isPresent()) {
            in.problem(TLS, "only for an https URL, and this cluster's is not; remove the section or change the URL");
        }
        return url.map(found -> new SlurmConfig(found, user, token, apiVersion, maxRecords, tls));
    }

    private static TokenSource token(SectionReader in) {
        Optional<TokenSource> file = in.find(TOKEN_FILE).map(TokenSource.TokenFile::new);
        Optional<TokenSource> environment = in.find(TOKEN_ENV).map(TokenSource.TokenEnvironment::new);
        if (in.has(TOKEN_FILE) && in.has(TOKEN_ENV)) {
            in.problem(TOKEN_ENV, "cannot be given together with tokenFile; expected one of the two");
        }
        return file.or(() -> environment).orElseGet(TokenSource.NoToken::new);
    }

    private static boolean encrypted(SlurmUrl url) {
        return url instanceof SlurmUrl.Tcp tcp && tcp.tls();
    }
}
