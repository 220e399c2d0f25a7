package dev.sluice.chaos.attack;

import dev.sluice.chaos.stage.Exposition;
import dev.sluice.chaos.stage.Findings;
import dev.sluice.chaos.stage.Program;
import dev.sluice.chaos.stage.Rule;
import dev.sluice.chaos.stage.Stage;
import dev.sluice.chaos.stage.Watch;
import dev.sluice.chaos.stage.Web;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Failures of the host: hanging files, and host names that do not resolve. */
public final class LocalAttacks {

    private static final int CHECK_SECONDS = 40;
    private static final String NAME_SERVER = "127.77.0.53";

    private LocalAttacks() {}

    /** Makes reads of the token file hang, as on a network mount whose server is down. */
    static void tokenIsAFifo(Stage stage, Findings findings) throws IOException, InterruptedException {
        Files.delete(stage.tokenFile());
        if (!fifo(stage.tokenFile())) {
            findings.defect("skipped: mkfifo is missing");
        }
        TimeUnit.SECONDS.sleep(14);
        Web web = new Web();
        Optional<String> text = web.get(stage.metricsPort(), "/metrics", Stage.TIMEOUT);
        boolean counted = text.isPresent()
                && new Exposition(text.get())
                        .of(Stage.hostile(1), "sluice_source_up"::equals).values().stream()
                                .anyMatch(up -> up == 0);
        if (!counted) {
            findings.defect("hang: a hanging token file does not count as a failure");
        }
        // Opens the FIFO for writing, so that no reader stays blocked.
        release(stage.tokenFile());
        stage.writeToken();
    }

    static void configIsAFifo(Stage stage, Findings findings) throws IOException, InterruptedException {
        Path config = stage.folder().resolve("fifo.yaml");
        if (fifo(config)) {
            mustRefuse(stage, config, findings);
        }
        Files.deleteIfExists(config);
    }

    static void garbageAuthority(Stage stage, Findings findings) throws IOException, InterruptedException {
        Path ca = Files.writeString(stage.folder().resolve("ca.crt"), "this is no certificate\n");
        Path config = Files.writeString(stage.folder().resolve("garbage-ca.yaml"), """
                clusters:
                  - name: a
                    slurm:
                      url: https://127.0.0.1:6820
                      tls: {caFile: %s}
                """.formatted(ca));
        mustRefuse(stage, config, findings);
    }

    private static void mustRefuse(Stage stage, Path config, Findings findings)
            throws IOException, InterruptedException {
        try (Program check = stage.check(config)) {
            if (!check.endsWithin(CHECK_SECONDS)) {
                findings.defect("hang: --check-config does not exit");
            } else if (check.exitCode() != 2) {
                findings.defect("--check-config exits with " + check.exitCode() + ", not 2");
            }
        }
    }

    private static boolean fifo(Path path) throws IOException, InterruptedException {
        return new ProcessBuilder("mkfifo", path.toString()).start().waitFor() == 0;
    }

    private static void release(Path fifo) throws IOException, InterruptedException {
        Process writer = new ProcessBuilder("timeout", "2", "sh", "-c", "true > \"$0\"", fifo.toString()).start();
        writer.waitFor();
    }

    /** Returns true if this host can start a process with a separate name server. */
    public static boolean canReplaceNameServers() {
        try {
            return new ProcessBuilder("unshare", "-m", "true").start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Restarts the programs with a name server that never responds, and with a cluster that has a host name. */
    static void nameServerIsSilent(Stage stage, Watch watch, Findings findings)
            throws IOException, InterruptedException {
        try (DatagramSocket silent =
                new DatagramSocket(new InetSocketAddress(InetAddress.getByName(NAME_SERVER), 53))) {
            Path resolv = Files.writeString(
                    stage.folder().resolve("resolv.conf"),
                    "nameserver " + NAME_SERVER + "\noptions timeout:5 attempts:2\n");
            watch.pause();
            stage.stop();
            stage.start(
                    List.of(
                            "unshare",
                            "-m",
                            "sh",
                            "-c",
                            "mount --bind \"$0\" /etc/resolv.conf && exec \"$@\"",
                            resolv.toString()),
                    Optional.of("  - name: dark\n    slurm:\n      url: http://slurmrestd.dark.example:6820\n"));
            watch.begin(findings, Rule.UNCHANGED);
            TimeUnit.SECONDS.sleep(30);
            if (silent.isClosed()) {
                throw new IOException("the name server has answered");
            }
        } finally {
            watch.pause();
            stage.stop();
            stage.start();
        }
    }
}
