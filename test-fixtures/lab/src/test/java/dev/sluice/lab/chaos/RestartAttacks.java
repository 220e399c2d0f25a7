package dev.sluice.lab.chaos;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.sluice.fixtures.SteppingClock;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Attacks on programs that start with a changed environment, and on readers' identities. */
final class RestartAttacks {

    private static final int USAGE_SECONDS = 40;
    private static final int FAILED_SECONDS = 10;
    /** Ten times the series of a healthy cluster. */
    private static final int MAX_SERIES = 20_000;

    private static final String UNUSABLE = "usage file cannot be used and was renamed";

    private RestartAttacks() {}

    /** What happens while the programs run in the changed environment. */
    interface Action {
        void run() throws Exception;
    }

    /**
     * Restarts the programs, and restarts them again after the action.
     *
     * @param prefix command that runs the program named in the command's arguments
     * @param moreClusters YAML of an additional cluster
     */
    static void restarted(Stage stage, Watch watch, List<String> prefix, String moreClusters, Action action)
            throws IOException, InterruptedException {
        watch.pause();
        stage.stop();
        try {
            stage.start(prefix, moreClusters);
            action.run();
        } catch (IOException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        } finally {
            watch.pause();
            stage.stop();
            stage.start();
        }
    }

    static boolean canStepClocks() {
        try {
            return SteppingClock.in(Files.createTempDirectory("clock")).isPresent();
        } catch (IOException e) {
            return false;
        }
    }

    /** A step forward withdraws nothing. After a step back, the data of failed clusters becomes old. */
    static void clockSteps(Stage stage, Watch watch) throws IOException, InterruptedException {
        SteppingClock clock = SteppingClock.in(stage.folder()).orElseThrow();
        Stream<String> variables = clock.environment().entrySet().stream().map(Map.Entry::toString);
        List<String> prefix = Stream.concat(Stream.of("env"), variables).toList();
        restarted(stage, watch, prefix, "", () -> {
            Attacks.await(watch, () -> watch.differences().isEmpty());
            clock.step("+1h");
            watch.follow(watch.findings(), Attack.Rule.UNCHANGED);
            for (int second = 0; second < 5; second++) {
                TimeUnit.SECONDS.sleep(1);
                watch.differences()
                        .forEach((series, what) ->
                                watch.findings().defect("after the step forward: " + series + " " + what));
            }
            Attacks.await(watch, () -> watch.metricAt().isPresent());
            stage.proxies().forEach(proxy -> proxy.attack(Exchange::reset, target -> true, false));
            clock.step("-1h");
            watch.follow(watch.findings(), Attack.Rule.UNCHANGED);
            TimeUnit.SECONDS.sleep(FAILED_SECONDS + 2);
            boolean old = watch.scrape().of(Stage.hostile(1), "sluice_source_age_seconds"::equals).values().stream()
                    .allMatch(age -> age >= FAILED_SECONDS);
            if (!old) {
                watch.findings().defect("clock: the data of a failed cluster stays young after the step back");
            }
            Attacks.await(watch, () -> watch.metricAt().isPresent());
        });
    }

    /** Replaces usage files while the exporter is stopped. The exporter must move each file aside. */
    static void damagedUsageFiles(Stage stage, Watch watch) throws IOException, InterruptedException {
        for (int second = 0; second < USAGE_SECONDS && !Files.exists(stage.usageFile(1)); second++) {
            TimeUnit.SECONDS.sleep(1);
        }
        String valid = Files.readString(stage.usageFile(1));
        watch.pause();
        stage.stop();
        Files.writeString(stage.usageFile(0), "x".repeat(30 << 20));
        Files.deleteIfExists(stage.usageFile(1));
        Files.createSymbolicLink(stage.usageFile(1), Path.of("/dev/zero"));
        damage(stage.usageFile(2), valid, Stage.hostile(2), "\"until\":\\d+", "\"until\":4611686018427387904");
        String month = "{\"month\":\"+999999999-12\",\"from\":\"+999999999-12-01\",\"until\":\"+999999999-12-31\","
                + "\"rows\":[]}";
        damage(stage.usageFile(3), valid, Stage.hostile(3), "\"months\":\\[", "\"months\":[" + month);
        stage.start();
        watch.follow(watch.findings(), Attack.Rule.UNCHANGED);
        long moved = stage.exporter()
                .log()
                .lines()
                .filter(line -> line.contains(UNUSABLE))
                .count();
        if (moved != 4) {
            watch.findings().defect("usage: " + moved + " of 4 damaged files were moved aside");
        }
    }

    private static void damage(Path file, String valid, String cluster, String part, String replacement)
            throws IOException {
        String damaged = valid.replace(Stage.hostile(1), cluster).replaceFirst(part, replacement);
        if (damaged.length() == valid.length()) {
            throw new IOException("the usage file has no " + part);
        }
        Files.writeString(file, damaged);
    }

    /** Starts the exporter while a cluster names partitions in jobs, but does not send its list of partitions. */
    static void partitionNames(Stage stage, Watch watch) throws IOException, InterruptedException {
        stage.proxies().get(1).attack(SlurmResponses::partitionNames, target -> true, false);
        restarted(stage, watch, List.of(), "", () -> {
            watch.follow(watch.findings(), Attack.Rule.ANY_NUMBER);
            TimeUnit.SECONDS.sleep(10);
            int series = watch.scrape().of(Stage.hostile(1), family -> true).size();
            if (series > MAX_SERIES) {
                watch.findings().defect("exposition: " + series + " series of one cluster");
            }
        });
    }

    /** Reads jobs from a squeue that leaves behind a child with its standard output. */
    static void squeueLeavesAChild(Stage stage, Watch watch) throws IOException, InterruptedException {
        Path squeue = Files.writeString(stage.folder().resolve("squeue"), """
                #!/bin/sh
                if [ "$1" = --version ]; then echo 'slurm-wlm 24.11.5'; exit 0; fi
                sleep 7531 &
                """);
        Files.setPosixFilePermissions(squeue, PosixFilePermissions.fromString("rwx------"));
        Files.copy(Path.of("/bin/true"), stage.folder().resolve("scontrol"));
        String cluster = "  - name: wrapped\n    slurm: {url: 'http://127.0.0.1:9', squeue: squeue, squeueAfter: 0s}\n";
        restarted(stage, watch, List.of(), cluster, () -> {
            Attacks.await(
                    watch,
                    () -> watch.scrape().of("wrapped", "sluice_source_up"::equals).entrySet().stream()
                            .anyMatch(source -> source.getKey().contains("\"jobs\"") && source.getValue() == 1));
            long children = ProcessHandle.allProcesses()
                    .filter(process -> process.info().commandLine().orElse("").endsWith("sleep 7531"))
                    .count();
            // The exporter can be in a call of squeue.
            if (children > 1) {
                watch.findings().defect("squeue: " + children + " of its children are running");
            }
        });
    }

    /** Asks for jobs as nobody, as a user, and with headers that do not identify a user. */
    static void identities(Stage stage, Watch watch) throws IOException, InterruptedException {
        String manyGroups = IntStream.range(0, 8000).mapToObj(i -> "group" + i).collect(Collectors.joining(","));
        Map<String, Integer> requests = Map.of(
                "",
                200,
                "X-User: nobody\r\nX-Groups: users\r\n",
                200,
                "X-User: nobody\r\nX-Groups: " + manyGroups.substring(0, 60_000) + "\r\n",
                200,
                "X-User: nobody\r\nX-Groups: " + manyGroups + "\r\n",
                431,
                "X-User: nobody\r\nX-Groups: a\tb\r\n",
                400,
                "X-User: no body\r\n",
                400,
                "X-User: nobody\r\nX-User: root\r\n",
                400,
                "X-Groups: wheel\r\n",
                400);
        for (Map.Entry<String, Integer> request : requests.entrySet()) {
            String response = jobs(stage.ports().api(), request.getKey());
            String what =
                    request.getKey().substring(0, Math.min(40, request.getKey().length()));
            if (!response.startsWith("HTTP/1.1 " + request.getValue())) {
                watch.findings()
                        .defect("identity: '" + what + "' is answered with "
                                + response.lines().findFirst());
            }
            if (response.contains("\"id\"")) {
                watch.findings().defect("identity: '" + what + "' shows jobs of others");
            }
        }
        TimeUnit.SECONDS.sleep(2);
    }

    private static String jobs(int port, String headers) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            OutputStream out = socket.getOutputStream();
            String request = "GET /api/v1/jobs HTTP/1.1\r\nHost: a\r\n" + headers + "Connection: close\r\n\r\n";
            out.write(request.getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        }
    }
}
