package dev.sluice.lab.simulate;

import dev.sluice.lab.simulate.slurm.NodeSetSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The arguments of the command.
 *
 * @param scenario name of the scenario to run; empty to run all scenarios
 * @param trace job history to replay instead of a scenario
 * @param nodeSets NodeSets of the replay; empty for a single NodeSet that suits all jobs
 * @param shape settings of the single NodeSet
 * @param chance random node failures and random start delays in the replay
 * @param whatIfs additional settings of Sluice to run
 * @param form output format
 */
record SimulateOptions(
        Optional<String> scenario,
        Optional<Path> trace,
        List<NodeSetSpec> nodeSets,
        TraceScenario.Shape shape,
        TraceScenario.Chance chance,
        List<WhatIf> whatIfs,
        Form form) {

    static final String USAGE = """
            Usage: simulate [--scenario NAME] [--what-if SETTINGS]... [--markdown] [--help]
                   simulate --trace FILE [--max N] [--cpus-per-node N] [--min N] [--start-delay S] [OPTIONS]
                   simulate --trace FILE --node-set NAME:SETTINGS... [OPTIONS]
            Options of a replay: the options of a scenario, [--failures HOURS[:MINUTES]] and [--seed N]

            Compares the effect of autoscaling signals on waits and node-hours: Sluice's desired size, the trigger on
            pending jobs that slurm-operator documents, busy + pending jobs in PromQL, Slurm's power saving, a static
            maximum, and an oracle that knows the future.

              --scenario NAME    a built-in scenario (default: all)
              --trace FILE       replay a job history: sacct --parsable2, or the Standard Workload Format
              --max N, --nodes N maximum nodes (default: MaxNodes of the header, else for the largest job)
              --cpus-per-node N  CPUs of a node (default: MaxProcs / MaxNodes of the header, else the jobs' maximum)
              --min N            minimum nodes (default 0)
              --start-delay S    seconds from the creation of a pod until its node accepts jobs (default 180)
              --node-set NAME:max=N,cpus=N[,min=N][,gpus=h100:8][,partitions=A+B][,features=A+B][,start-delay=S][,price=P]
                                 a NodeSet of the replay, for jobs of its partitions (default: NAME); repeatable.
                                 Instead of start-delay: start=lognormal:MEDIAN:P95, or start=S+S+... for equidistant
                                 quantiles, from the shortest to the longest start
              --failures HOURS[:MINUTES]
                                 node failures in the replay: mean time between failures of one node, and its downtime
                                 (default 30 min)
              --seed N           seed of random failures and start times (default 1)
              --what-if KEY=VALUE[,KEY=VALUE]
                                 adds a row for Sluice with other settings: window=S, spares=N, aging=S,
                                 drain-target=S, tolerance=T; repeatable
              --markdown         print a Markdown table with one row per scenario
              --help             print this help and exit
            """;

    /** The output format. */
    enum Form {
        TEXT,
        MARKDOWN,
        HELP
    }

    /** Thrown for invalid arguments. The message contains the reason. */
    static final class BadArgumentException extends Exception {
        private static final long serialVersionUID = 1L;

        BadArgumentException(String message) {
            super(message);
        }
    }

    static SimulateOptions parse(List<String> arguments) throws BadArgumentException {
        return new Parser(arguments).parse();
    }

    /** Parses the arguments one by one. */
    private static final class Parser {

        private static final int MAX_NODES = 100_000;
        private static final int MAX_CPUS = 10_000;
        private static final int MAX_DELAY = 86_400;
        private static final int MAX_HOURS = 1_000_000;
        private static final int MAX_MINUTES = 100_000;
        private static final int DEFAULT_MINUTES = 30;
        private static final int SECONDS_PER_MINUTE = 60;

        private final Iterator<String> rest;
        private Optional<String> scenario = Optional.empty();
        private Optional<Path> trace = Optional.empty();
        private final List<NodeSetSpec> nodeSets = new ArrayList<>();
        private OptionalInt max = OptionalInt.empty();
        private OptionalInt cpusPerNode = OptionalInt.empty();
        private int min;
        private long startDelay = PublishedScenarios.START_DELAY;
        private boolean shaped;
        private Optional<Failures> failures = Optional.empty();
        private long seed = 1;
        private boolean random;
        private final List<WhatIf> whatIfs = new ArrayList<>();
        private Form form = Form.TEXT;

        Parser(List<String> arguments) {
            this.rest = arguments.iterator();
        }

        SimulateOptions parse() throws BadArgumentException {
            while (rest.hasNext()) {
                take(rest.next());
            }
            check();
            return new SimulateOptions(
                    scenario,
                    trace,
                    nodeSets,
                    new TraceScenario.Shape(max, cpusPerNode, min, startDelay),
                    new TraceScenario.Chance(failures, seed),
                    whatIfs,
                    form);
        }

        private void take(String flag) throws BadArgumentException {
            switch (flag) {
                case "--help" -> form = Form.HELP;
                case "--markdown" -> form = form == Form.HELP ? form : Form.MARKDOWN;
                case "--scenario" -> scenario = Optional.of(value(flag));
                case "--trace" -> trace = Optional.of(Path.of(value(flag)));
                case "--node-set" -> nodeSets.add(NodeSetArgument.parse(value(flag)));
                case "--what-if" -> whatIfs.add(WhatIf.parse(value(flag)));
                case "--max", "--nodes", "--min", "--cpus-per-node", "--start-delay" -> takeShape(flag);
                case "--failures", "--seed" -> takeChance(flag);
                default -> throw new BadArgumentException("unknown argument " + flag);
            }
        }

        private void takeShape(String flag) throws BadArgumentException {
            shaped = true;
            switch (flag) {
                case "--min" -> min = number(flag, value(flag), 0, MAX_NODES);
                case "--cpus-per-node" -> cpusPerNode = OptionalInt.of(number(flag, value(flag), 1, MAX_CPUS));
                case "--start-delay" -> startDelay = number(flag, value(flag), 0, MAX_DELAY);
                default -> max = OptionalInt.of(number(flag, value(flag), 1, MAX_NODES));
            }
        }

        private void takeChance(String flag) throws BadArgumentException {
            random = true;
            if (flag.equals("--seed")) {
                seed = number(flag, value(flag), 0, Integer.MAX_VALUE);
                return;
            }
            String[] parts = value(flag).split(":", 2);
            int hours = number(flag, parts[0], 1, MAX_HOURS);
            int minutes = parts.length < 2 ? DEFAULT_MINUTES : number(flag, parts[1], 1, MAX_MINUTES);
            failures = Optional.of(new Failures(
                    (long) hours * SECONDS_PER_MINUTE * SECONDS_PER_MINUTE, (long) minutes * SECONDS_PER_MINUTE));
        }

        private void check() throws BadArgumentException {
            if (scenario.isPresent() && trace.isPresent()) {
                throw new BadArgumentException("--scenario and --trace exclude each other");
            }
            if (shaped && trace.isEmpty()) {
                throw new BadArgumentException(
                        "--max, --nodes, --min, --cpus-per-node and --start-delay are for --trace");
            }
            if (random && trace.isEmpty()) {
                throw new BadArgumentException("--failures and --seed are for --trace");
            }
            if (!nodeSets.isEmpty() && (trace.isEmpty() || shaped)) {
                throw new BadArgumentException(
                        "--node-set is for --trace and replaces --max, --nodes, --min, --cpus-per-node, --start-delay");
            }
            if (max.isPresent() && max.getAsInt() < min) {
                throw new BadArgumentException("--min must not be above --max");
            }
        }

        private String value(String flag) throws BadArgumentException {
            if (!rest.hasNext()) {
                throw new BadArgumentException(flag + " needs a value");
            }
            return rest.next();
        }

        private static int number(String flag, String value, int low, int high) throws BadArgumentException {
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
}
