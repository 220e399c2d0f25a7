package dev.sluice.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.simulator.kubernetes.KubeconfigFile;
import dev.sluice.simulator.kubernetes.KubernetesOptions;
import dev.sluice.simulator.kubernetes.SimulatedKubernetes;
import dev.sluice.simulator.kubernetes.api.SimulatedApiServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The command: serves the simulated cluster until it is stopped. */
@Command(
        name = "simulator",
        sortOptions = false,
        abbreviateSynopsis = true,
        usageHelpWidth = 110,
        description = "Serves the REST API of a simulated Slurm cluster on 127.0.0.1.",
        footer =
                "To set a fault, PUT controller_down, database_down, hang, internal_error, html_page, truncated_body or"
                        + " rejected_token to /simulator/fault at slurmrestd's port; DELETE heals it.")
public final class SimulatorMain implements Callable<Integer> {

    /** Minimum wall-clock time for which ended jobs stay visible, so that slow clients see the end of each job. */
    private static final Duration SHORTEST_VISIBLE = Duration.ofMinutes(1);

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Option(names = "--port", description = "Port to listen on; 0 for a free port (default 0).")
    private int port;

    @Option(names = "--seed", description = "Seed of the simulated events (default 1).")
    private long seed = 1;

    @Option(names = "--speed", description = "Simulated seconds per second (default 20).")
    private double speed = 20;

    @Option(
            names = "--scene",
            description = "busy: a working day, with jobs, drained nodes and reservations (default); large: the same"
                    + " with 40 times as many nodes; empty: the small cluster without jobs or events.")
    private Scene scene = Scene.BUSY;

    @Option(names = "--token-file", description = "Require the token in this file in every request.")
    private Optional<Path> tokenFile = Optional.empty();

    @ArgGroup(exclusive = false, heading = "Kubernetes:%n")
    private @Nullable KubernetesFlags kubernetes;

    @SuppressWarnings("UnusedVariable") // picocli shows the help
    @Option(names = "--help", usageHelp = true, description = "Show this help, and exit.")
    private boolean help;

    /** The options with which the cluster is partly on Kubernetes. */
    static final class KubernetesFlags {

        @SuppressWarnings("UnusedVariable") // the other options require this one
        @Option(
                names = "--kubernetes",
                required = true,
                description = "Run the H100 nodes and the cloud nodes as pods of Slinky NodeSets, each with a"
                        + " HorizontalPodAutoscaler, and serve a Kubernetes API on 127.0.0.1 too.")
        private boolean on;

        @Option(names = "--kubernetes-port", description = "Port of that API; 0 for a free port (default 0).")
        private int port;

        @Option(names = "--write-kubeconfig", description = "Write a kubeconfig for that API to this file.")
        private Optional<Path> kubeconfig = Optional.empty();

        @Option(
                names = "--metrics-from",
                description = "URL from which the autoscalers read the desired replicas: the exporter's"
                        + " http://HOST:PORT/api/v1/demand, or the adapter's http://HOST:PORT. To set it later, PUT the"
                        + " URL to /simulator/metrics-from. Without a URL, the autoscalers change nothing.")
        private Optional<String> metricsFrom = Optional.empty();

        @Option(
                names = "--start-delay",
                converter = Time.class,
                description = "Simulated time from pod to Slurm node, such as 90s (default) or 5m.")
        private Duration startDelay = KubernetesOptions.USUAL.startDelay();

        @Option(
                names = "--hpa-window",
                converter = Time.class,
                description = "Simulated scale-down window of an autoscaler (default 10m).")
        private Duration hpaWindow = KubernetesOptions.USUAL.hpaWindow();

        @Option(names = "--return-to-service", description = "slurm.conf's ReturnToService: 0 or 2 (default 2).")
        private int returnToService = 2;

        @Option(names = "--prestop-fails", description = "Let the preStop hook of slurmd pods fail.")
        private boolean preStopFails;

        KubernetesOptions options() {
            return new KubernetesOptions(
                    startDelay, hpaWindow, KubernetesOptions.USUAL.ghostsKept(), returnToService == 2, preStopFails);
        }
    }

    /** Converts a time such as 90s, 10m or 1h. */
    private static final class Time implements CommandLine.ITypeConverter<Duration> {
        @Override
        public Duration convert(String value) {
            if (!value.matches("[0-9]{1,6}[smh]")) {
                throw new TypeConversionException("expected a time such as 90s, 10m or 1h, not \"" + value + "\"");
            }
            return Duration.parse("PT" + value);
        }
    }

    public static void main(String[] arguments) {
        // Without this property, the JDK's server delays every response on a reused connection by 40 ms.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        System.exit(run(new PrintWriter(System.out, true, UTF_8), new PrintWriter(System.err, true, UTF_8), arguments));
    }

    /** Returns the exit code: 0 success, 2 bad arguments, 1 any other failure. */
    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        return new CommandLine(new SimulatorMain())
                .setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(out)
                .setErr(err)
                .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
                .setExecutionExceptionHandler((problem, command, result) -> {
                    err.println("simulator: " + problem.getMessage());
                    boolean bad = problem instanceof IllegalArgumentException;
                    return bad ? CommandLine.ExitCode.USAGE : CommandLine.ExitCode.SOFTWARE;
                })
                .execute(arguments);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (speed <= 0 || speed > 10_000) {
            throw bad("--speed must be above 0 and at most 10000");
        }
        Optional<KubernetesFlags> flagged = Optional.ofNullable(kubernetes);
        if (flagged.stream().anyMatch(flags -> flags.returnToService != 0 && flags.returnToService != 2)) {
            throw bad("--return-to-service must be 0 or 2");
        }
        Optional<String> token = token();
        Clock clock = Clock.systemUTC();
        SimulatedCluster cluster = scene.cluster(seed, clock.instant(), flagged.map(KubernetesFlags::options));
        Duration visible = Duration.ofSeconds(Math.round(SHORTEST_VISIBLE.toSeconds() * speed));
        cluster.keepEndedJobsFor(visible.compareTo(Duration.ofMinutes(5)) > 0 ? visible : Duration.ofMinutes(5));
        CountDownLatch stopped = new CountDownLatch(1);
        SimulatedSlurmrestd restd = SimulatedSlurmrestd.start(cluster, port, clock);
        token.ifPresent(restd::requireToken);
        restd.runAt(speed);
        Optional<SimulatedApiServer> apiServer = flagged.isPresent()
                ? Optional.of(serve(cluster.kubernetes().orElseThrow(), restd, flagged.get()))
                : Optional.empty();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            apiServer.ifPresent(SimulatedApiServer::close);
            restd.close();
            stopped.countDown();
        }));
        PrintWriter out = command.commandLine().getOut();
        out.println("simulated slurmrestd at " + restd.uri());
        apiServer.ifPresent(server -> out.println("simulated Kubernetes at " + server.uri()));
        stopped.await();
        return CommandLine.ExitCode.OK;
    }

    private static SimulatedApiServer serve(
            SimulatedKubernetes kubernetes, SimulatedSlurmrestd restd, KubernetesFlags flags) throws IOException {
        flags.metricsFrom.ifPresent(kubernetes::metricsFrom);
        SimulatedApiServer server = kubernetes.serve(flags.port);
        server.showTimes(restd::show);
        if (flags.kubeconfig.isPresent()) {
            KubeconfigFile.write(flags.kubeconfig.get(), server.uri());
        }
        return server;
    }

    private Optional<String> token() throws IOException {
        if (tokenFile.isEmpty()) {
            return Optional.empty();
        }
        if (!Files.isReadable(tokenFile.get())) {
            throw bad("--token-file " + tokenFile.get() + " cannot be read");
        }
        String token = Files.readString(tokenFile.get()).strip();
        if (token.isEmpty()) {
            throw bad("--token-file " + tokenFile.get() + " is empty");
        }
        return Optional.of(token);
    }

    private ParameterException bad(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
