package dev.sluice.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.simulator.kubernetes.KubeconfigFile;
import dev.sluice.simulator.kubernetes.api.SimulatedApiServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command: serves the simulated cluster until it is stopped. */
@Command(
        name = "simulator",
        sortOptions = false,
        abbreviateSynopsis = true,
        usageHelpWidth = 110,
        description = "Serves the REST API of a simulated Slurm cluster on 127.0.0.1.",
        footer = "To set a fault, PUT controller_down or database_down to /simulator/fault at slurmrestd's port; DELETE"
                + " clears it.")
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
            description =
                    "busy: a working day, with jobs, drained nodes and reservations (default); empty: the same nodes"
                            + " without jobs or events.")
    private Scene scene = Scene.BUSY;

    private enum Scene {
        BUSY,
        EMPTY
    }

    @Option(
            names = "--kubernetes",
            description = "Run the H100 nodes and the cloud nodes as pods of Slinky NodeSets, each with a"
                    + " HorizontalPodAutoscaler, and serve a Kubernetes API on 127.0.0.1 too. The autoscalers change"
                    + " nothing until the URL of the adapter is PUT to /simulator/metrics-from.")
    private boolean kubernetes;

    @Option(names = "--write-kubeconfig", description = "Write a kubeconfig for the Kubernetes API to this file.")
    private Optional<Path> kubeconfig = Optional.empty();

    @SuppressWarnings("UnusedVariable") // picocli shows the help
    @Option(names = "--help", usageHelp = true, description = "Show this help, and exit.")
    private boolean help;

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
        Clock clock = Clock.systemUTC();
        SimulatedCluster cluster = scene == Scene.EMPTY
                ? SimulatedCluster.quiet(clock.instant(), kubernetes)
                : SimulatedCluster.living(seed, clock.instant(), kubernetes);
        if (scene == Scene.EMPTY) {
            // The NodeSets have their minimum, which is what an empty cluster needs.
            cluster.kubernetes()
                    .ifPresent(some -> DemoCluster.nodeSets().forEach(set -> some.scale(set.name(), set.min())));
        }
        Duration visible = Duration.ofSeconds(Math.round(SHORTEST_VISIBLE.toSeconds() * speed));
        cluster.keepEndedJobsFor(visible.compareTo(Duration.ofMinutes(5)) > 0 ? visible : Duration.ofMinutes(5));
        PrintWriter out = command.commandLine().getOut();
        SimulatedSlurmrestd restd = new SimulatedSlurmrestd(cluster, port, clock).runAt(speed);
        out.println("simulated slurmrestd at " + restd.uri());
        if (cluster.kubernetes().isPresent()) {
            SimulatedApiServer server = cluster.kubernetes().get().serve();
            server.showTimes(restd::show);
            if (kubeconfig.isPresent()) {
                KubeconfigFile.write(kubeconfig.get(), server.uri());
            }
            out.println("simulated Kubernetes at " + server.uri());
        }
        // Serves until the process is killed.
        new CountDownLatch(1).await();
        return CommandLine.ExitCode.OK;
    }

    private ParameterException bad(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
