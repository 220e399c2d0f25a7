package dev.sluice.exporter.simulate;

import dev.sluice.exporter.simulate.slurm.NodeSetSpec;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * The arguments of the command.
 *
 * @param scenario the one scenario to show; empty for all
 * @param trace the history to replay instead
 * @param nodeSets the NodeSets of the replay; empty for one that suits all jobs
 * @param shape what that one should be like
 * @param shaped whether anything was said about that
 * @param whatIfs Sluice with other settings
 * @param markdown whether the table is for a document
 * @param help whether only the usage is asked for
 */
record SimulateOptions(
        Optional<String> scenario,
        Optional<Path> trace,
        List<NodeSetSpec> nodeSets,
        TraceScenario.Shape shape,
        boolean shaped,
        List<WhatIf> whatIfs,
        boolean markdown,
        boolean help) {

    static final String USAGE = """
            Usage: simulate [--scenario NAME] [--what-if SETTINGS]... [--markdown] [--help]
                   simulate --trace FILE [--max N] [--cpus-per-node N] [--min N] [--start-delay S] [--what-if SETTINGS]...
                   simulate --trace FILE --node-set NAME:SETTINGS... [--what-if SETTINGS]... [--markdown]

            Shows what an autoscaling signal does to waits and node-hours: Sluice's number, the trigger on pending jobs
            that slurm-operator documents, busy + pending jobs in PromQL, Slurm's power saving, all nodes always there, and
            an oracle that knows the future.

              --scenario NAME    one of the made scenarios (default: all)
              --trace FILE       replay a history instead: sacct --parsable2, or the Standard Workload Format
              --max N, --nodes N the most nodes (default: MaxNodes of the header, else what the largest job needs)
              --cpus-per-node N  CPUs of a node (default: MaxProcs / MaxNodes of the header, else the most of a job)
              --min N            the least nodes (default 0)
              --start-delay S    seconds from the creation of a pod until its node takes work (default 180)
              --node-set NAME:max=N,cpus=N[,min=N][,gpus=h100:8][,partitions=A+B][,features=A+B][,start-delay=S][,price=P]
                                 a NodeSet of the replay, for jobs of its partitions (default: NAME); may be repeated
              --what-if KEY=VALUE[,KEY=VALUE]
                                 one more row, Sluice with other settings: window=S, headroom=fit|reserve, spares=N,
                                 aging=S, tolerance=T; may be repeated
              --markdown         print the table as Markdown
              --help             print this and exit
            """;

    private static final int MAX_NODES = 100_000;
    private static final int MAX_CPUS = 10_000;
    private static final int MAX_DELAY = 86_400;

    /** Arguments that make no sense; the message says why. */
    static final class BadArgumentException extends Exception {
        private static final long serialVersionUID = 1L;

        BadArgumentException(String message) {
            super(message);
        }
    }

    static SimulateOptions parse(List<String> arguments) throws BadArgumentException {
        TraceScenario.Shape shape =
                new TraceScenario.Shape(OptionalInt.empty(), OptionalInt.empty(), 0, PublishedScenarios.START_DELAY);
        SimulateOptions options = new SimulateOptions(
                Optional.empty(), Optional.empty(), List.of(), shape, false, List.of(), false, false);
        Iterator<String> rest = arguments.iterator();
        while (rest.hasNext()) {
            options = options.with(rest.next(), rest);
        }
        options.check();
        return options;
    }

    private void check() throws BadArgumentException {
        if (scenario.isPresent() && trace.isPresent()) {
            throw new BadArgumentException("--scenario and --trace exclude each other");
        }
        if (shaped && trace.isEmpty()) {
            throw new BadArgumentException("--max, --nodes, --min, --cpus-per-node and --start-delay are for --trace");
        }
        if (!nodeSets.isEmpty() && (trace.isEmpty() || shaped)) {
            throw new BadArgumentException(
                    "--node-set is for --trace, and says what --max, --nodes, --min, --cpus-per-node and --start-delay say");
        }
        if (shape.max().isPresent() && shape.max().getAsInt() < shape.min()) {
            throw new BadArgumentException("--min must not be above --max");
        }
    }

    private SimulateOptions with(String flag, Iterator<String> rest) throws BadArgumentException {
        return switch (flag) {
            case "--help" -> new SimulateOptions(scenario, trace, nodeSets, shape, shaped, whatIfs, markdown, true);
            case "--markdown" -> new SimulateOptions(scenario, trace, nodeSets, shape, shaped, whatIfs, true, help);
            case "--scenario" ->
                new SimulateOptions(
                        Optional.of(value(flag, rest)), trace, nodeSets, shape, shaped, whatIfs, markdown, help);
            case "--trace" ->
                new SimulateOptions(
                        scenario,
                        Optional.of(Path.of(value(flag, rest))),
                        nodeSets,
                        shape,
                        shaped,
                        whatIfs,
                        markdown,
                        help);
            case "--node-set" ->
                new SimulateOptions(
                        scenario,
                        trace,
                        with(nodeSets, NodeSetArgument.parse(value(flag, rest))),
                        shape,
                        shaped,
                        whatIfs,
                        markdown,
                        help);
            case "--what-if" ->
                new SimulateOptions(
                        scenario,
                        trace,
                        nodeSets,
                        shape,
                        shaped,
                        with(whatIfs, WhatIf.parse(value(flag, rest))),
                        markdown,
                        help);
            case "--max", "--nodes", "--min", "--cpus-per-node", "--start-delay" ->
                new SimulateOptions(scenario, trace, nodeSets, shape(flag, rest), true, whatIfs, markdown, help);
            default -> throw new BadArgumentException("unknown argument " + flag);
        };
    }

    private static <T> List<T> with(List<T> some, T another) {
        return Stream.concat(some.stream(), Stream.of(another)).toList();
    }

    private TraceScenario.Shape shape(String flag, Iterator<String> rest) throws BadArgumentException {
        OptionalInt cpus = shape.cpusPerNode();
        return switch (flag) {
            case "--min" ->
                new TraceScenario.Shape(shape.max(), cpus, number(flag, rest, 0, MAX_NODES), shape.startDelay());
            case "--cpus-per-node" ->
                new TraceScenario.Shape(
                        shape.max(), OptionalInt.of(number(flag, rest, 1, MAX_CPUS)), shape.min(), shape.startDelay());
            case "--start-delay" ->
                new TraceScenario.Shape(shape.max(), cpus, shape.min(), number(flag, rest, 0, MAX_DELAY));
            default ->
                new TraceScenario.Shape(
                        OptionalInt.of(number(flag, rest, 1, MAX_NODES)), cpus, shape.min(), shape.startDelay());
        };
    }

    private static String value(String flag, Iterator<String> rest) throws BadArgumentException {
        if (!rest.hasNext()) {
            throw new BadArgumentException(flag + " needs a value");
        }
        return rest.next();
    }

    private static int number(String flag, Iterator<String> rest, int low, int high) throws BadArgumentException {
        String value = value(flag, rest);
        try {
            int number = Integer.parseInt(value);
            if (number >= low && number <= high) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            throw new BadArgumentException(flag + " needs a whole number, not \"" + value + "\"");
        }
        throw new BadArgumentException(flag + " must be from " + low + " to " + high + ", not " + value);
    }
}
