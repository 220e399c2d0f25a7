package dev.sluice.simulator;

import dev.sluice.simulator.kubernetes.KubeconfigFile;
import dev.sluice.simulator.kubernetes.SimulatedKubernetes;
import dev.sluice.simulator.kubernetes.api.SimulatedApiServer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** The command: serves the simulated cluster until it is stopped. */
public final class SimulatorMain {
    /** Minimum wall-clock time for which ended jobs stay visible, so that slow clients see the end of each job. */
    private static final Duration SHORTEST_VISIBLE = Duration.ofMinutes(1);

    private final PrintStream out;
    private final PrintStream err;

    SimulatorMain(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    public static void main(String[] arguments) throws InterruptedException {
        // Without this property, the JDK's server delays every response on a reused connection by 40 ms.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        int code = new SimulatorMain(System.out, System.err).run(Arrays.asList(arguments));
        System.exit(code);
    }

    /** Returns the exit code: 0 success, 2 bad arguments, 1 any other failure. */
    int run(List<String> arguments) throws InterruptedException {
        try {
            SimulatorOptions options = SimulatorOptions.parse(arguments);
            if (options.help()) {
                out.print(SimulatorOptions.USAGE);
                return 0;
            }
            return serve(options);
        } catch (SimulatorOptions.BadFlagException bad) {
            err.println("simulator: " + bad.getMessage());
            err.print(SimulatorOptions.USAGE);
            return 2;
        } catch (IOException failure) {
            err.println("simulator: " + failure.getMessage());
            return 1;
        }
    }

    private int serve(SimulatorOptions options)
            throws IOException, InterruptedException, SimulatorOptions.BadFlagException {
        Optional<String> token = token(options.tokenFile());
        Clock clock = Clock.systemUTC();
        KubernetesFlags flags = options.kubernetes();
        SimulatedCluster cluster = options.scene()
                .cluster(options.seed(), clock.instant(), flags.on() ? Optional.of(flags.options()) : Optional.empty());
        Optional<SimulatedKubernetes> kubernetes = cluster.kubernetes();
        if (kubernetes.isPresent() && flags.metricsFrom().isPresent()) {
            setMetricSource(kubernetes.get(), flags.metricsFrom().get());
        }
        Duration visible = Duration.ofSeconds(Math.round(SHORTEST_VISIBLE.toSeconds() * options.speed()));
        cluster.keepEndedJobsFor(visible.compareTo(Duration.ofMinutes(5)) > 0 ? visible : Duration.ofMinutes(5));
        CountDownLatch stopped = new CountDownLatch(1);
        SimulatedSlurmrestd restd = SimulatedSlurmrestd.start(cluster, options.port(), clock);
        token.ifPresent(restd::requireToken);
        restd.runAt(options.speed());
        Optional<SimulatedApiServer> apiServer =
                kubernetes.isPresent() ? Optional.of(serve(kubernetes.get(), restd, flags)) : Optional.empty();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            apiServer.ifPresent(SimulatedApiServer::close);
            restd.close();
            stopped.countDown();
        }));
        out.println("simulated slurmrestd at " + restd.uri());
        apiServer.ifPresent(server -> out.println("simulated Kubernetes at " + server.uri()));
        out.flush();
        stopped.await();
        return 0;
    }

    private static void setMetricSource(SimulatedKubernetes kubernetes, String url)
            throws SimulatorOptions.BadFlagException {
        try {
            kubernetes.metricsFrom(url);
        } catch (IllegalArgumentException bad) {
            throw new SimulatorOptions.BadFlagException("--metrics-from: " + bad.getMessage());
        }
    }

    private static SimulatedApiServer serve(
            SimulatedKubernetes kubernetes, SimulatedSlurmrestd restd, KubernetesFlags flags) throws IOException {
        SimulatedApiServer server = kubernetes.serve(flags.port());
        server.showTimes(restd::show);
        if (flags.kubeconfig().isPresent()) {
            KubeconfigFile.write(flags.kubeconfig().get(), server.uri());
        }
        return server;
    }

    private static Optional<String> token(Optional<Path> file) throws SimulatorOptions.BadFlagException {
        if (file.isEmpty()) {
            return Optional.empty();
        }
        try {
            String token = Files.readString(file.get()).strip();
            if (token.isEmpty()) {
                throw new SimulatorOptions.BadFlagException("--token-file " + file.get() + " is empty");
            }
            return Optional.of(token);
        } catch (IOException unreadable) {
            throw new SimulatorOptions.BadFlagException("--token-file " + file.get() + " cannot be read");
        }
    }
}
