package dev.sluice.exporter.simulate;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The arguments of the command.
 *
 * @param scenario the one scenario to show; empty for all
 * @param trace the trace to replay instead
 * @param shape what the replay should be like
 * @param shaped whether anything was said about that
 * @param markdown whether the table is for a document
 * @param help whether only the usage is asked for
 */
record SimulateOptions(
        Optional<String> scenario,
        Optional<Path> trace,
        TraceScenario.Shape shape,
        boolean shaped,
        boolean markdown,
        boolean help) {

    static final String USAGE = """
            Usage: simulate [--scenario NAME] [--markdown] [--help]
                   simulate --trace FILE [--max N] [--cpus-per-node N] [--min N] [--start-delay S] [--markdown]

            Shows what an autoscaling signal does to waits and node-hours: Sluice's number, the trigger on pending jobs
            that slurm-operator documents, and an oracle that knows the future.

              --scenario NAME    one of the made scenarios (default: all)
              --trace FILE       replay a history in the Standard Workload Format instead
              --max N, --nodes N the most nodes (default: MaxNodes of the header, else what the largest job needs)
              --cpus-per-node N  CPUs of a node (default: MaxProcs / MaxNodes of the header, else 1)
              --min N            the least nodes (default 0)
              --start-delay S    seconds from the creation of a pod until its node takes work (default 180)
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
        SimulateOptions options = new SimulateOptions(Optional.empty(), Optional.empty(), shape, false, false, false);
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
        if (shape.max().isPresent() && shape.max().getAsInt() < shape.min()) {
            throw new BadArgumentException("--min must not be above --max");
        }
    }

    private SimulateOptions with(String flag, Iterator<String> rest) throws BadArgumentException {
        return switch (flag) {
            case "--help" -> new SimulateOptions(scenario, trace, shape, shaped, markdown, true);
            case "--markdown" -> new SimulateOptions(scenario, trace, shape, shaped, true, help);
            case "--scenario" ->
                new SimulateOptions(Optional.of(value(flag, rest)), trace, shape, shaped, markdown, help);
            case "--trace" ->
                new SimulateOptions(scenario, Optional.of(Path.of(value(flag, rest))), shape, shaped, markdown, help);
            case "--max", "--nodes", "--min", "--cpus-per-node", "--start-delay" ->
                new SimulateOptions(scenario, trace, shape(flag, rest), true, markdown, help);
            default -> throw new BadArgumentException("unknown argument " + flag);
        };
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
