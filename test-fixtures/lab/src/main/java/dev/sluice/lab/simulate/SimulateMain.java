package dev.sluice.lab.simulate;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code ./sluice simulate}: runs scenarios or a job history and prints the results. */
@Command(
        name = "simulate",
        sortOptions = false,
        abbreviateSynopsis = true,
        usageHelpWidth = 110,
        description = "Compares the effect of autoscaling signals on waits and node-hours: Sluice's desired size,"
                + " Slurm's power saving, busy + pending jobs in PromQL, the trigger on pending jobs that"
                + " slurm-operator documents, all nodes at all times, and an oracle that knows the future.")
public final class SimulateMain implements Callable<Integer> {

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Option(
            names = "--scenario",
            paramLabel = "NAME",
            description = "Run one built-in scenario, with more columns (default: all scenarios).")
    private Optional<String> scenario = Optional.empty();

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "Replay a job history: sacct --parsable2, or the Standard Workload Format.")
    private Optional<Path> trace = Optional.empty();

    @Option(
            names = "--node-set",
            paramLabel = "NAME:KEY=VALUE[,KEY=VALUE]",
            description = "A NodeSet of the replay, for jobs of its partitions (default: NAME); repeatable. Keys: max,"
                    + " cpus, min, gpus=h100:8, partitions=A+B, features=A+B, start-delay (seconds, default 180),"
                    + " price (of a node-hour). A single NodeSet also runs jobs without a partition.")
    private List<NodeSetSpec> nodeSets = new ArrayList<>();

    @Option(
            names = "--what-if",
            paramLabel = "KEY=VALUE[,KEY=VALUE]",
            description =
                    "Add a row for Sluice with other settings; repeatable. Keys: window, aging (seconds), spares.")
    private List<Signal> whatIfs = new ArrayList<>();

    @SuppressWarnings("UnusedVariable") // picocli shows the help
    @Option(names = "--help", usageHelp = true, description = "Show this help, and exit.")
    private boolean help;

    public static void main(String[] arguments) {
        System.exit(run(new PrintWriter(System.out, true, UTF_8), new PrintWriter(System.err, true, UTF_8), arguments));
    }

    /** Returns the exit code: 0 success, 2 bad arguments or a bad file. */
    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        return new CommandLine(new SimulateMain())
                .registerConverter(NodeSetSpec.class, Settings::nodeSet)
                .registerConverter(Signal.class, Settings::whatIf)
                .setExpandAtFiles(false)
                .setOut(out)
                .setErr(err)
                .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
                .setExecutionExceptionHandler((problem, command, result) -> {
                    if (!(problem instanceof IOException)) {
                        throw problem;
                    }
                    err.println(
                            problem.getMessage() + (problem instanceof NoSuchFileException ? ": no such file" : ""));
                    return CommandLine.ExitCode.USAGE;
                })
                .execute(arguments);
    }

    @Override
    public Integer call() throws IOException {
        PrintWriter out = command.commandLine().getOut();
        if (trace.isEmpty() != nodeSets.isEmpty()) {
            throw bad("--trace needs --node-set NAME:max=N,cpus=N, and --node-set needs --trace");
        }
        if (nodeSets.stream().map(NodeSetSpec::name).distinct().count() < nodeSets.size()) {
            throw bad("two --node-set have the same name");
        }
        if (trace.isPresent() || scenario.isPresent()) {
            Scenario one = trace.isPresent() ? replay(trace.get()) : named(scenario.orElseThrow());
            out.print(Table.ofScenario(Comparison.of(one, whatIfs)));
        } else if (!whatIfs.isEmpty()) {
            throw bad("--what-if is for --trace or --scenario");
        } else {
            out.print(Table.ofScenarios(Scenarios.all().stream()
                    .map(each -> Comparison.of(each, List.of()))
                    .toList()));
        }
        out.flush();
        return CommandLine.ExitCode.OK;
    }

    private Scenario named(String name) {
        List<Scenario> all = Scenarios.all();
        return all.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> bad("unknown scenario \"" + name + "\"; scenarios: "
                        + all.stream().map(Scenario::name).collect(Collectors.joining(", "))));
    }

    private Scenario replay(Path file) throws IOException {
        if (scenario.isPresent()) {
            throw bad("choose one of --scenario and --trace");
        }
        // Reads the file as ISO 8859-1, in which every byte is a character, because header comments contain names in
        // many encodings.
        History history = History.parse(file.toString(), Files.readAllLines(file, StandardCharsets.ISO_8859_1));
        history.skipped()
                .forEach((why, lines) ->
                        command.commandLine().getErr().println(file + ": skipped " + lines + " lines: " + why));
        return Replay.of(String.valueOf(file.getFileName()), history, nodeSets);
    }

    private ParameterException bad(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
