package dev.sluice.helm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import dev.sluice.simulator.SimulatedCluster;
import dev.sluice.simulator.SimulatedSlurmrestd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the tarball of {@code ./sluice dist}, unpacked into an empty folder. An unprivileged user with only a Java
 * runtime can run the programs with the commands of the systemd units.
 */
class DistIT {

    private static final Path ROOT = GoldenFile.repositoryRoot();
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final String NOBODY = "65534";

    private static String tarball = "";

    @TempDir
    Path empty;

    private final List<Process> running = new ArrayList<>();

    @BeforeAll
    static void pack() throws Exception {
        Path output = Files.createDirectories(ROOT.resolve("helm/target/dist"));
        tarball = run(List.of(ROOT.resolve("helm/images/dist").toString(), "--output", output.toString()))
                .strip();
    }

    @BeforeEach
    void everybodyMayEnter() throws IOException {
        Files.setPosixFilePermissions(empty, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(empty.resolve("java.options"), "# nothing to change\n");
    }

    @AfterEach
    void stop() throws InterruptedException {
        for (Process process : running) {
            process.destroy();
            process.waitFor();
        }
    }

    @Test
    void exporterAndAdapterRunFromTheTarball() throws Exception {
        Path home = unpack();
        try (SimulatedSlurmrestd slurmrestd = SimulatedSlurmrestd.start(SimulatedCluster.quiet(Instant.now()))) {
            Path config = config(slurmrestd.uri());
            int metrics = start(home, "sluice-exporter.service", "metrics_port=([0-9]+)", Map.of("--config", config));
            // A source is up only after the metrics of the source exist.
            assertThat(scrapeUntil(metrics, "sluice_source_up{cluster=\"bare\",source=\"jobs\"} 1"))
                    .contains("slurm_cluster_jobs{cluster=\"bare\",state=\"running\"}");
        }
        int adapter = start(home, "sluice-adapter.service", "metrics_port=([0-9]+)", Map.of());
        assertThat(scrapeUntil(adapter, "sluice_adapter_build_info{")).contains("sluice_adapter_exporter_up");
    }

    private Path config(URI slurmrestd) throws IOException {
        return Files.writeString(empty.resolve("exporter.yaml"), """
                clusters:
                  - name: bare
                    slurm: {url: "%s"}
                prometheus: {host: 127.0.0.1, port: 0}
                api: {host: 127.0.0.1, port: 0}
                """.formatted(slurmrestd));
    }

    /** With the options in this test, the JVM exits if the JVM cannot use the archive. */
    @Test
    void trainMakesArchivesThatTheUnitsCanUse() throws Exception {
        Path home = unpack();
        ProcessBuilder train = new ProcessBuilder(home.resolve("train").toString()).inheritIO();
        train.environment().put("JAVA_HOME", System.getProperty("java.home"));
        assertThat(train.start().waitFor()).isZero();

        for (String part : List.of("exporter", "adapter")) {
            String strict = Runtime.version().feature() >= 25 ? "-XX:AOTMode=on" : "-Xshare:on";
            Files.writeString(
                    empty.resolve("java.options"),
                    Files.readString(home.resolve(part).resolve("archive.options")) + strict + "\n");
            Path config = config(URI.create("http://127.0.0.1:1"));
            Map<String, Path> flags = part.equals("exporter") ? Map.of("--config", config) : Map.of();
            int metrics = start(home, "sluice-" + part + ".service", "metrics_port=([0-9]+)", flags);
            assertThat(scrapeUntil(metrics, "_build_info{")).contains("version=");
        }
    }

    @Test
    void holdsNoClassOfTheLab() throws Exception {
        try (Stream<Path> files = Files.walk(unpack())) {
            assertThat(files.filter(file -> file.toString().endsWith(".jar")))
                    .hasSizeGreaterThan(10)
                    .allSatisfy(file -> {
                        try (JarFile jar = new JarFile(file.toFile())) {
                            assertThat(jar.stream().map(JarEntry::getName))
                                    .noneMatch(name -> name.matches("dev/sluice/(lab|simulator|fixtures)/.*"));
                        }
                    });
        }
    }

    @Test
    void unitsNameFilesOfTheTarballAndHardenTheServices() throws Exception {
        Path home = unpack();
        for (String unit : List.of("sluice-exporter", "sluice-adapter", "sluice-slurmrestd", "sluice-token")) {
            String text = Files.readString(home.resolve("systemd").resolve(unit + ".service"));
            assertThat(text).contains("ProtectSystem=strict", "NoNewPrivileges=yes", "CapabilityBoundingSet=");
            assertThat(Pattern.compile("/opt/sluice/([\\w./-]+)")
                            .matcher(text)
                            .results()
                            .map(match -> match.group(1)))
                    .allSatisfy(file -> assertThat(home.resolve(file)).exists());
        }
        for (String unit : List.of("sluice-exporter", "sluice-adapter")) {
            assertThat(Files.readString(home.resolve("systemd").resolve(unit + ".service")))
                    .contains("DynamicUser=yes", "/opt/sluice/jvm.options", "/opt/sluice/" + unit.substring(7) + "/");
        }
    }

    /** The socket and the token are in the locations of the packaged configuration. */
    @Test
    void packedConfigurationFitsTheUnits() throws Exception {
        Path home = unpack();
        Path units = home.resolve("systemd");
        String config = Files.readString(home.resolve("exporter.yaml"));

        assertThat(config)
                .contains("url: unix:///run/sluice-slurmrestd/slurmrestd.sock", "tokenFile: /etc/sluice/token")
                .contains("$schema=/opt/sluice/exporter.schema.json");
        assertThat(home.resolve("exporter.schema.json")).isNotEmptyFile();
        assertThat(Files.readString(units.resolve("sluice-slurmrestd.service")))
                .contains("unix:/run/sluice-slurmrestd/slurmrestd.sock", "RuntimeDirectory=sluice-slurmrestd\n");
        assertThat(Files.readString(units.resolve("sluice-token.service")))
                .contains("WorkingDirectory=/etc/sluice\n", "mv token.new token");
    }

    /** The packages install the same command, man page and completion in /usr. */
    @Test
    void commandKnowsItsProgramsAndHasAManual() throws Exception {
        Path home = unpack();
        String command = home.resolve("bin/sluice").toString();

        assertThat(run(List.of(command, "--version"))).startsWith("sluice-exporter ");
        assertThat(run(List.of(command, "adapter", "--help"))).contains("--exporter");
        Process why = new ProcessBuilder(command, "why", "7", "http://127.0.0.1:1").start();
        assertThat(new String(why.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("no exporter at http://127.0.0.1:1");
        assertThat(why.waitFor()).isEqualTo(1);
        assertThat(new ProcessBuilder(command, "whey").start().waitFor()).isEqualTo(2);

        String completion =
                home.resolve("share/bash-completion/completions/sluice").toString();
        String complete = "source %s; COMP_WORDS=(sluice wh) COMP_CWORD=1; _sluice; echo ${COMPREPLY[*]}";
        assertThat(run(List.of("bash", "-c", complete.formatted(completion)))).isEqualTo("why\n");
        assertThat(run(List.of(
                        "zcat", home.resolve("share/man/man1/sluice.1.gz").toString())))
                .contains(".SH NAME\nsluice \\- ", "\\-\\-slurm\\-url URL", ".SH ADAPTER\n");
    }

    private Path unpack() throws Exception {
        run(List.of("tar", "-xzf", tarball, "-C", empty.toString()));
        try (Stream<Path> unpacked = Files.list(empty)) {
            return unpacked.filter(Files::isDirectory).findFirst().orElseThrow();
        }
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s", command).isZero();
        return output;
    }

    /** Runs the unit's command in the unpacked folder. Returns the port that the program logs. */
    private int start(Path home, String unit, String pattern, Map<String, Path> flags) throws Exception {
        String line = Files.readAllLines(home.resolve("systemd").resolve(unit)).stream()
                .filter(each -> each.startsWith("ExecStart="))
                .findFirst()
                .orElseThrow();
        List<String> command = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(
                    List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--no-new-privs"));
        }
        command.addAll(List.of(line.replace("ExecStart=/usr/bin/env java", JAVA)
                .replace("/opt/sluice", home.toString())
                .replace("/etc/sluice", empty.toString())
                .split(" ")));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).directory(empty.toFile());
        if (flags.isEmpty()) {
            builder.environment()
                    .putAll(Map.of(
                            "SLUICE_ADAPTER_EXPORTER", "http://127.0.0.1:1",
                            "SLUICE_ADAPTER_AUTH", "off",
                            "SLUICE_ADAPTER_INSECURE_HTTP", "true",
                            "SLUICE_ADAPTER_LISTEN", "127.0.0.1",
                            "SLUICE_ADAPTER_PORT", "0",
                            "SLUICE_ADAPTER_METRICS_PORT", "0",
                            "SLUICE_ADAPTER_DRAIN", "0s"));
        }
        Path log = empty.resolve(unit + ".log");
        Process process = builder.redirectOutput(log.toFile()).start();
        running.add(process);
        while (true) {
            Matcher port = Pattern.compile(pattern).matcher(Files.readString(log));
            if (port.find()) {
                return Integer.parseInt(port.group(1));
            }
            assertThat(process.isAlive()).as("%s", Files.readString(log)).isTrue();
            Thread.sleep(20);
        }
    }

    private static String scrapeUntil(int port, String series) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                .build();
        HttpClient client = HttpClient.newHttpClient();
        String last = "";
        for (Instant end = Instant.now().plusSeconds(60); Instant.now().isBefore(end); Thread.sleep(50)) {
            try {
                last = client.send(request, BodyHandlers.ofString()).body();
                if (last.contains(series)) {
                    return last;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        throw new AssertionError("no " + series + " within a minute in\n" + last);
    }
}
