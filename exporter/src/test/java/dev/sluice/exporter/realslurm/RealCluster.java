package dev.sluice.exporter.realslurm;

import dev.sluice.exporter.truth.tool.Shown;
import dev.sluice.exporter.truth.tool.SlurmTools;
import dev.sluice.exporter.truth.tool.ToolCommand;
import dev.sluice.exporter.truth.tool.ToolTexts;
import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A real Slurm cluster that {@code test-fixtures/real-slurm} runs, with Slurm's own tools. The environment variable
 * SLUICE_REAL_SLURM lists the folders of running clusters, separated by colons.
 */
record RealCluster(Path folder, Map<String, String> settings) {

    private static final int MAX_COMMAND_MINUTES = 5;
    private static final String FAULT = "/opt/real-slurm/inside/fault.sh";
    private static final String VARIABLE = "SLUICE_REAL_SLURM";

    /** The condition for tests that need a cluster, and the reason why these tests are skipped without a cluster. */
    static final String ONE_RUNS = "dev.sluice.exporter.realslurm.RealCluster#oneRuns";

    static final String NONE_RUNS = "no real Slurm runs here; " + VARIABLE + " names none";

    static Stream<RealCluster> running() {
        String folders = System.getenv().getOrDefault(VARIABLE, "");
        return Arrays.stream(folders.split(":", -1))
                .filter(folder -> !folder.isBlank())
                .map(folder -> read(Path.of(folder)));
    }

    /** Returns the clusters whose slurmctld exports its own metrics (26.05). */
    static Stream<RealCluster> servingMetrics() {
        return running().filter(RealCluster::servesMetrics);
    }

    static boolean oneRuns() {
        return running().findAny().isPresent();
    }

    private static RealCluster read(Path folder) {
        Map<String, String> settings = new HashMap<>();
        try {
            for (String line : Files.readAllLines(folder.resolve("cluster.env"))) {
                int equals = line.indexOf('=');
                settings.put(
                        line.substring(0, equals), line.substring(equals + 1).replace("'", ""));
            }
        } catch (IOException e) {
            throw new IllegalStateException("no running Slurm in " + folder, e);
        }
        return new RealCluster(folder, settings);
    }

    String setting(String name) {
        return settings.getOrDefault(name, "");
    }

    /** Returns the address of slurmctld. */
    String controller() throws IOException, InterruptedException {
        return "127.0.0.1:"
                + cli("sed", "-n", "s/^SlurmctldPort=//p", "/etc/slurm/slurm.conf")
                        .get(0);
    }

    boolean servesMetrics() {
        return !setting("CONTROLLER_METRICS_URL").isEmpty();
    }

    /** Returns the newest API version of the cluster's slurmrestd. */
    String newestApiVersion() {
        String[] versions = setting("REST_VERSIONS").split(" ", -1);
        return versions[versions.length - 1];
    }

    /** Runs one of Slurm's own commands in the cluster. Returns the lines of the output. */
    List<String> cli(String... command) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of("exec", folder.toString(), "env", "SLURM_BITSTR_LEN=0"));
        line.addAll(List.of(command));
        return realSlurm(line);
    }

    /** Stops or starts a daemon; {@code inside/fault.sh} lists the arguments. */
    void fault(String... what) throws IOException, InterruptedException {
        // A restarted slurmrestd would inherit the setting with which Slurm's tools print complete lists of array
        // tasks.
        List<String> line = new ArrayList<>(List.of("env", "-u", "SLURM_BITSTR_LEN", "/bin/bash", FAULT));
        line.addAll(List.of(what));
        cli(line.toArray(String[]::new));
    }

    /** Restarts slurmrestd with a limited address space, so that allocations beyond the limit fail. */
    void restartSlurmrestd(long kilobytes) throws IOException, InterruptedException {
        cli(
                "/bin/bash",
                "-c",
                "ulimit -v " + kilobytes + "; unset SLURM_BITSTR_LEN; export MALLOC_ARENA_MAX=1; exec /bin/bash "
                        + FAULT + " restart slurmrestd");
    }

    /** Sets MinJobAge. */
    void keepEndedJobs(int seconds) throws IOException, InterruptedException {
        configure("MinJobAge", Integer.toString(seconds));
    }

    /** Sets the intervals of the main scheduler and of the backfill scheduler, in seconds. */
    void scheduleEvery(int main, int backfill) throws IOException, InterruptedException {
        configure(
                "SchedulerParameters",
                "batch_sched_delay=1,sched_interval=%d,bf_interval=%d,bf_continue,bf_window=14400,bf_resolution=300"
                        .formatted(main, backfill));
    }

    /** A reconfiguration would also reach slurmd 26.05, which would then use a full core. */
    private void configure(String key, String value) throws IOException, InterruptedException {
        String setting = key + "=" + value;
        if (!cli("cat", "/etc/slurm/slurm.conf").contains(setting)) {
            cli("sed", "-i", "s/^" + key + "=.*/" + setting + "/", "/etc/slurm/slurm.conf");
            fault("restart", "slurmctld");
        }
    }

    /** Returns the current output of Slurm's tools, called in the given order. */
    ToolTexts look(List<ToolCommand> commands) throws IOException, InterruptedException {
        Instant now = Instant.now();
        Map<ToolCommand, List<String>> lines = new EnumMap<>(ToolCommand.class);
        for (ToolCommand command : commands) {
            if (!command.command().isEmpty()) {
                lines.put(command, cli(command.command().toArray(String[]::new)));
            }
        }
        return new ToolTexts(lines, now);
    }

    /**
     * Returns the jobs and nodes that squeue, sinfo and scontrol show now. For an array, returns only the tasks that
     * slurmrestd sends.
     */
    Shown shown() throws IOException, InterruptedException {
        ToolTexts now = look(List.of(ToolCommand.PARTITIONS, ToolCommand.SQUEUE, ToolCommand.NODES, ToolCommand.SINFO));
        return SlurmTools.showSent(now, now);
    }

    /** Waits for a time in which a cluster changes. */
    static void pause(Duration time) {
        Awaitility.await().pollDelay(time).atMost(time.plusSeconds(10)).until(() -> true);
    }

    /** Runs jobs with all kinds of submissions, starts and ends. Waits for the last job. */
    void live() throws IOException, InterruptedException {
        realSlurm(List.of("live", folder.toString()));
    }

    /** Writes a new token that is valid for the number of seconds on the cluster's clock. */
    void renewToken(long seconds) throws IOException, InterruptedException {
        realSlurm(List.of("token", folder.toString(), Long.toString(seconds)));
    }

    private static List<String> realSlurm(List<String> arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>();
        line.add(GoldenFile.repositoryRoot()
                .resolve("test-fixtures/real-slurm/real-slurm")
                .toString());
        line.addAll(arguments);
        // A file, because a daemon that the command starts would keep a pipe open.
        Path output = Files.createTempFile("real-slurm", ".out");
        try {
            Process process = new ProcessBuilder(line)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(MAX_COMMAND_MINUTES, TimeUnit.MINUTES)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                throw new IOException(String.join(" ", arguments) + " has not ended");
            }
            if (process.exitValue() != 0) {
                throw new IOException(String.join(" ", arguments) + " ended with " + process.exitValue());
            }
            return Files.readAllLines(output);
        } finally {
            Files.delete(output);
        }
    }

    /** Returns the samples that slurmctld itself exports (26.05), without comments. */
    Map<String, Double> nativeMetrics(String page) throws IOException, InterruptedException {
        URI uri = URI.create(setting("CONTROLLER_METRICS_URL") + "/metrics/" + page);
        HttpResponse<String> response = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(uri)
                                .version(HttpClient.Version.HTTP_1_1)
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        return Exposition.parse(response.body());
    }

    @Override
    public String toString() {
        return "Slurm " + setting("SLURM_VERSION");
    }

    /**
     * Creates scripts that run the cluster's own squeue and scontrol from outside the cluster's namespaces. The commands
     * get the environment variables that the exporter sets. Returns the squeue script.
     */
    Path squeue(Path parent) throws IOException {
        return commands(parent, "env");
    }

    /**
     * Creates the same scripts for commands that see neither a configuration nor a key of Slurm nor a user of the
     * cluster, like in a pod.
     */
    Path squeueInPod(Path parent) throws IOException {
        return commands(parent, """
                unshare --mount --propagation unchanged sh -euc '
                  mount -t tmpfs none /etc/slurm
                  mount -t tmpfs none /run
                  grep -v ":x:7[0-9][0-9][0-9]:" /etc/passwd >/run/passwd
                  mount --bind /run/passwd /etc/passwd
                  exec setpriv --reuid 65532 --regid 65532 --clear-groups --no-new-privs "$@"' sh env -i \
                  "SLURM_CONF_SERVER=$SLURM_CONF_SERVER" "SLURM_JWT=$SLURM_JWT"
                """.strip());
    }

    private Path commands(Path parent, String environment) throws IOException {
        Path commands = Files.createTempDirectory(parent, "commands").toAbsolutePath();
        Path realSlurm = GoldenFile.repositoryRoot().resolve("test-fixtures/real-slurm/real-slurm");
        for (String command : List.of("squeue", "scontrol")) {
            Path script = Files.writeString(
                    commands.resolve(command), """
                    #!/bin/bash
                    export PATH=/usr/sbin:/usr/bin:/sbin:/bin
                    exec '%s' exec '%s' %s "SLURM_TIME_FORMAT=$SLURM_TIME_FORMAT" \
                        "SLURM_BITSTR_LEN=$SLURM_BITSTR_LEN" "TZ=$TZ" %s "$@"
                    """.formatted(realSlurm, folder, environment, command));
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        }
        return commands.resolve("squeue");
    }
}
