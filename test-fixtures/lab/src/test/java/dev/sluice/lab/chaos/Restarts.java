package dev.sluice.lab.chaos;

import static dev.sluice.lab.chaos.Attack.Rule.ANY_NUMBER;
import static dev.sluice.lab.chaos.Attack.Rule.UNCHANGED;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Failures of the host: files, clock, name server and child processes. Most of these attacks restart the programs. */
final class Restarts {

    private static final int USAGE_SECONDS = 40;
    private static final int FAILED_SECONDS = 10;
    /** Ten times the series of a healthy cluster. */
    private static final int MAX_SERIES = 20_000;

    private static final String NAME_SERVER = "127.77.0.53";

    private Restarts() {}

    /** What happens while the programs run in the changed environment. */
    interface Scene {
        void run() throws Exception;
    }

    /**
     * Restarts the programs, and restarts them again after the scene.
     *
     * @param prefix command that runs the program named in the command's arguments
     * @param moreClusters YAML of an additional cluster
     */
    static void restarted(Stage stage, Watch watch, List<String> prefix, String moreClusters, Scene scene)
            throws Exception {
        watch.pause();
        stage.stop();
        try {
            stage.start(prefix, moreClusters);
            scene.run();
        } finally {
            watch.pause();
            stage.stop();
            stage.start(List.of(), "");
        }
    }

    private static void run(String... command) throws IOException, InterruptedException {
        int exit = new ProcessBuilder(command).start().waitFor();
        if (exit != 0) {
            throw new IOException(List.of(command) + " exits with " + exit);
        }
    }

    /** Makes reads of the token file hang, as on a network mount whose server is down. */
    static void tokenIsAFifo(Stage stage, Watch watch) throws Exception {
        Files.delete(stage.tokenFile);
        run("mkfifo", stage.tokenFile.toString());
        TimeUnit.SECONDS.sleep(14);
        if (!watch.scrape().of(Stage.HOSTILE.get(1), "sluice_source_up"::equals).containsValue(0.0)) {
            watch.findings().defect("hang: a hanging token file does not count as a failure");
        }
        // Opens the FIFO for writing, so that no reader stays blocked.
        new ProcessBuilder("timeout", "2", "sh", "-c", "true > \"$0\"", stage.tokenFile.toString())
                .start()
                .waitFor();
        stage.writeToken();
    }

    static void configIsAFifo(Stage stage, Watch watch) throws Exception {
        Path config = stage.folder.resolve("fifo.yaml");
        run("mkfifo", config.toString());
        mustRefuse(stage, config, watch);
    }

    static void garbageAuthority(Stage stage, Watch watch) throws Exception {
        Path ca = Files.writeString(stage.folder.resolve("ca.crt"), "this is no certificate\n");
        Path config = Files.writeString(stage.folder.resolve("garbage-ca.yaml"), """
                clusters:
                  - name: a
                    slurm:
                      url: https://127.0.0.1:6820
                      tls: {caFile: %s}
                """.formatted(ca));
        mustRefuse(stage, config, watch);
    }

    private static void mustRefuse(Stage stage, Path config, Watch watch) throws IOException, InterruptedException {
        Optional<Integer> exit = stage.checkConfig(config);
        if (!exit.equals(Optional.of(2))) {
            watch.findings().defect("--check-config must exit with 2: " + exit);
        }
    }

    /** Restarts the programs with a name server that never responds, and with a cluster that has a host name. */
    static void nameServerIsSilent(Stage stage, Watch watch) throws Exception {
        assumeTrue(
                new ProcessBuilder("unshare", "-m", "true").start().waitFor() == 0,
                "only root can give a process its own name server");
        InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(NAME_SERVER), 53);
        // This socket receives the requests, and nobody reads them.
        DatagramSocket silent = new DatagramSocket(address);
        try (silent) {
            Path resolv = Files.writeString(
                    stage.folder.resolve("resolv.conf"),
                    "nameserver " + NAME_SERVER + "\noptions timeout:5 attempts:2\n");
            String mount = "mount --bind \"$0\" /etc/resolv.conf && exec \"$@\"";
            List<String> prefix = List.of("unshare", "-m", "sh", "-c", mount, resolv.toString());
            String cluster = "  - name: dark\n    slurm:\n      url: http://slurmrestd.dark.example:6820\n";
            restarted(stage, watch, prefix, cluster, () -> {
                watch.follow(UNCHANGED);
                TimeUnit.SECONDS.sleep(30);
            });
        }
    }

    /** A step forward withdraws nothing. After a step back, the data of failed clusters becomes old. */
    static void clockSteps(Stage stage, Watch watch) throws Exception {
        Optional<Path> library = faketime();
        assumeTrue(library.isPresent(), "the Debian package faketime is not installed");
        Path offset = stage.folder.resolve("offset");
        step(offset, "+0");
        List<String> prefix = List.of(
                "env",
                "LD_PRELOAD=" + library.orElseThrow(),
                "FAKETIME_TIMESTAMP_FILE=" + offset,
                "FAKETIME_CACHE_DURATION=1",
                "FAKETIME_DONT_FAKE_MONOTONIC=1",
                // Without this setting, the JVM's timed waits return at once.
                "FAKETIME_FORCE_MONOTONIC_FIX=0");
        restarted(stage, watch, prefix, "", () -> {
            Attacks.await(watch, () -> watch.differences().isEmpty());
            step(offset, "+1h");
            watch.follow(UNCHANGED);
            for (int second = 0; second < 5; second++) {
                TimeUnit.SECONDS.sleep(1);
                watch.differences().forEach(what -> watch.findings().defect("after the step forward: " + what));
            }
            Attacks.await(watch, () -> watch.metricAt().isPresent());
            stage.proxies.forEach(proxy -> proxy.attack(Exchange::reset, target -> true, false));
            step(offset, "-1h");
            watch.follow(UNCHANGED);
            TimeUnit.SECONDS.sleep(FAILED_SECONDS + 2);
            boolean old = watch.scrape().of(Stage.HOSTILE.get(1), "sluice_source_age_seconds"::equals).values().stream()
                    .allMatch(age -> age >= FAILED_SECONDS);
            if (!old) {
                watch.findings().defect("clock: the data of a failed cluster stays young after the step back");
            }
            Attacks.await(watch, () -> watch.metricAt().isPresent());
        });
    }

    /** Returns the library of the Debian package faketime, which steps the wall clock of a process. */
    private static Optional<Path> faketime() {
        return Stream.of("x86_64", "aarch64")
                .map(machine -> Path.of("/usr/lib/" + machine + "-linux-gnu/faketime/libfaketimeMT.so.1"))
                .filter(Files::exists)
                .findFirst();
    }

    /** Sets the difference to the true time, such as {@code +1h}. */
    private static void step(Path offset, String difference) throws IOException {
        Path next = Files.writeString(offset.resolveSibling("offset.next"), difference + "\n");
        Files.move(next, offset, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Replaces usage files while the exporter is stopped. The exporter must move each file aside. */
    static void damagedUsageFiles(Stage stage, Watch watch) throws Exception {
        ChaosTest.within(USAGE_SECONDS, () -> Files.exists(stage.usageFile(1)));
        String valid = Files.readString(stage.usageFile(1));
        watch.pause();
        stage.stop();
        Files.writeString(stage.usageFile(0), "x".repeat(30 << 20));
        Files.deleteIfExists(stage.usageFile(1));
        Files.createSymbolicLink(stage.usageFile(1), Path.of("/dev/zero"));
        damage(stage, 2, valid, "\"until\":\\d+", "\"until\":4611686018427387904");
        String month = "{\"month\":\"+999999999-12\",\"from\":\"+999999999-12-01\",\"until\":\"+999999999-12-31\","
                + "\"rows\":[]}";
        damage(stage, 3, valid, "\"months\":\\[", "\"months\":[" + month);
        stage.start(List.of(), "");
        watch.follow(UNCHANGED);
        long moved = stage.exporter()
                .log()
                .lines()
                .filter(line -> line.contains("usage file cannot be used and was renamed"))
                .count();
        if (moved != 4) {
            watch.findings().defect("usage: " + moved + " of 4 damaged files were moved aside");
        }
    }

    private static void damage(Stage stage, int cluster, String valid, String part, String replacement)
            throws IOException {
        String damaged = valid.replaceFirst(part, replacement);
        if (damaged.equals(valid)) {
            throw new IOException("the usage file has no " + part);
        }
        Files.writeString(stage.usageFile(cluster), damaged.replace(Stage.HOSTILE.get(1), Stage.HOSTILE.get(cluster)));
    }

    /** Starts the exporter while a cluster names partitions in jobs, but does not send its list of partitions. */
    static void partitionNames(Stage stage, Watch watch) throws Exception {
        stage.proxies.get(1).attack(Responses::partitionNames, target -> true, false);
        restarted(stage, watch, List.of(), "", () -> {
            watch.follow(ANY_NUMBER);
            TimeUnit.SECONDS.sleep(10);
            int series = watch.scrape().of(Stage.HOSTILE.get(1), family -> true).size();
            if (series > MAX_SERIES) {
                watch.findings().defect("exposition: " + series + " series of one cluster");
            }
        });
    }

    /** Reads jobs from a squeue that leaves behind a child with its standard output. */
    static void squeueLeavesAChild(Stage stage, Watch watch) throws Exception {
        Path squeue = Files.writeString(stage.folder.resolve("squeue"), """
                #!/bin/sh
                if [ "$1" = --version ]; then echo 'slurm-wlm 24.11.5'; exit 0; fi
                sleep 7531 &
                """);
        Files.setPosixFilePermissions(squeue, PosixFilePermissions.fromString("rwx------"));
        Files.copy(Path.of("/bin/true"), stage.folder.resolve("scontrol"));
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
}
