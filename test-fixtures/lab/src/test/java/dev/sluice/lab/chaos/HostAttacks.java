package dev.sluice.lab.chaos;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Failures of the host: hanging files, and host names that do not resolve. */
final class HostAttacks {

    private static final int CHECK_SECONDS = 40;
    private static final String NAME_SERVER = "127.77.0.53";

    private HostAttacks() {}

    /** Makes reads of the token file hang, as on a network mount whose server is down. */
    static void tokenIsAFifo(Stage stage, Watch watch) throws IOException, InterruptedException {
        Files.delete(stage.tokenFile());
        run("mkfifo", stage.tokenFile().toString());
        TimeUnit.SECONDS.sleep(14);
        boolean counted =
                watch.scrape().of(Stage.hostile(1), "sluice_source_up"::equals).containsValue(0.0);
        if (!counted) {
            watch.findings().defect("hang: a hanging token file does not count as a failure");
        }
        // Opens the FIFO for writing, so that no reader stays blocked.
        run("timeout", "2", "sh", "-c", "true > \"$0\"", stage.tokenFile().toString());
        stage.writeToken();
    }

    static void configIsAFifo(Stage stage, Watch watch) throws IOException, InterruptedException {
        Path config = stage.folder().resolve("fifo.yaml");
        run("mkfifo", config.toString());
        mustRefuse(stage, config, watch);
        Files.deleteIfExists(config);
    }

    static void garbageAuthority(Stage stage, Watch watch) throws IOException, InterruptedException {
        Path ca = Files.writeString(stage.folder().resolve("ca.crt"), "this is no certificate\n");
        Path config = Files.writeString(stage.folder().resolve("garbage-ca.yaml"), """
                clusters:
                  - name: a
                    slurm:
                      url: https://127.0.0.1:6820
                      tls: {caFile: %s}
                """.formatted(ca));
        mustRefuse(stage, config, watch);
    }

    private static void mustRefuse(Stage stage, Path config, Watch watch) throws IOException, InterruptedException {
        try (Program check = stage.check(config)) {
            if (!check.endsWithin(CHECK_SECONDS)) {
                watch.findings().defect("hang: --check-config does not exit");
            } else if (check.exitCode() != 2) {
                watch.findings().defect("--check-config exits with " + check.exitCode() + ", not 2");
            }
        }
    }

    static boolean run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).start().waitFor() == 0;
    }

    /** Returns true if this host can start a process with a separate name server. */
    static boolean canReplaceNameServers() throws InterruptedException {
        try {
            return run("unshare", "-m", "true");
        } catch (IOException e) {
            return false;
        }
    }

    /** Restarts the programs with a name server that never responds, and with a cluster that has a host name. */
    static void nameServerIsSilent(Stage stage, Watch watch) throws IOException, InterruptedException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(NAME_SERVER), 53);
        try (DatagramSocket silent = new DatagramSocket(address)) {
            Path resolv = Files.writeString(
                    stage.folder().resolve("resolv.conf"),
                    "nameserver " + NAME_SERVER + "\noptions timeout:5 attempts:2\n");
            String mount = "mount --bind \"$0\" /etc/resolv.conf && exec \"$@\"";
            RestartAttacks.restarted(
                    stage,
                    watch,
                    List.of("unshare", "-m", "sh", "-c", mount, resolv.toString()),
                    "  - name: dark\n    slurm:\n      url: http://slurmrestd.dark.example:6820\n",
                    () -> {
                        watch.follow(watch.findings(), Attack.Rule.UNCHANGED);
                        TimeUnit.SECONDS.sleep(30);
                    });
            if (silent.isClosed()) {
                throw new IOException("the name server has answered");
            }
        }
    }
}
