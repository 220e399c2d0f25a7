package dev.sluice.simulator;

import dev.sluice.simulator.kubernetes.KubernetesOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * The flags of the command.
 *
 * @param port port to listen on; 0 for a free port
 * @param speed simulated seconds per second
 */
record SimulatorOptions(
        int port,
        long seed,
        double speed,
        Scene scene,
        Optional<Path> tokenFile,
        KubernetesFlags kubernetes,
        boolean help) {
    static final String USAGE = """
            Usage: simulator [--port N] [--seed N] [--speed X] [--scene SCENE] [--token-file FILE] [--help]
                             [--kubernetes [--kubernetes-port N] [--write-kubeconfig FILE] [--metrics-from URL]
                             [--start-delay TIME] [--hpa-window TIME] [--return-to-service N]
                             [--prestop-fails]]

            Serves the REST API of a simulated Slurm cluster on 127.0.0.1.

              --port N                 port to listen on; 0 for a free one (default 0)
              --seed N                 seed of the simulated events (default 1)
              --speed X                simulated seconds per second (default 20)
              --scene SCENE            busy: a working day, with jobs, drained nodes and reservations (default);
                                       large: the same with 40 times as many nodes; or
                                       empty: the small cluster without jobs or events
              --token-file FILE        require the token in this file in every request
              --kubernetes             run the H100 nodes and the cloud nodes as pods of Slinky NodeSets, each with a
                                       HorizontalPodAutoscaler, and serve a Kubernetes API on 127.0.0.1 too
              --kubernetes-port N      port of that API; 0 for a free one (default 0)
              --write-kubeconfig FILE  write a kubeconfig for that API
              --metrics-from URL       source of the autoscalers' desired replicas: the exporter's
                                       http://HOST:PORT/api/v1/demand, or the adapter's http://HOST:PORT. To set it
                                       later, PUT the URL to /simulator/metrics-from. Without a source the
                                       autoscalers change nothing
              --start-delay TIME       simulated time from pod to Slurm node, such as 90s (default) or 5m
              --hpa-window TIME        simulated scale-in stabilization window of an autoscaler (default 10m)
              --return-to-service N    slurm.conf's ReturnToService: 0 or 2 (default 2)
              --prestop-fails          let the preStop hook of slurmd pods fail
              --help                   print this and exit

            To set a fault, PUT controller_down, database_down, hang, internal_error, html_page, truncated_body or
            rejected_token to /simulator/fault at slurmrestd's port; DELETE heals it.
            """;

    /** Reports an invalid command line. The message has the reason. */
    static final class BadFlagException extends Exception {
        private static final long serialVersionUID = 1L;

        BadFlagException(String message) {
            super(message);
        }
    }

    static SimulatorOptions parse(List<String> arguments) throws BadFlagException {
        return new Parser(arguments.iterator()).parse();
    }

    /** Parses the arguments one by one. */
    private static final class Parser {
        private final Iterator<String> rest;
        private int port;
        private long seed = 1;
        private double speed = 20;
        private Scene scene = Scene.BUSY;
        private Optional<Path> tokenFile = Optional.empty();
        private boolean kubernetes;
        private int kubernetesPort;
        private Optional<String> metricsFrom = Optional.empty();
        private Optional<Path> kubeconfig = Optional.empty();
        private KubernetesOptions options = KubernetesOptions.USUAL;
        private boolean help;

        Parser(Iterator<String> rest) {
            this.rest = rest;
        }

        SimulatorOptions parse() throws BadFlagException {
            while (rest.hasNext()) {
                take(rest.next());
            }
            KubernetesFlags flags = new KubernetesFlags(kubernetes, kubernetesPort, metricsFrom, kubeconfig, options);
            if (flags.setInVain() && !help) {
                throw new BadFlagException("the Kubernetes flags require --kubernetes");
            }
            return new SimulatorOptions(port, seed, speed, scene, tokenFile, flags, help);
        }

        private void take(String flag) throws BadFlagException {
            switch (flag) {
                case "--help" -> help = true;
                case "--port" -> port = port(flag);
                case "--seed" -> seed = number(flag, Long.MIN_VALUE, Long.MAX_VALUE);
                case "--speed" -> speed = positive(flag);
                case "--scene" -> scene = scene(flag);
                case "--token-file" -> tokenFile = Optional.of(Path.of(value(flag)));
                case "--kubernetes" -> kubernetes = true;
                case "--kubernetes-port" -> kubernetesPort = port(flag);
                case "--write-kubeconfig" -> kubeconfig = Optional.of(Path.of(value(flag)));
                case "--metrics-from" -> metricsFrom = Optional.of(value(flag));
                case "--start-delay" -> options = options.withStartDelay(duration(flag));
                case "--hpa-window" -> options = options.withHpaWindow(duration(flag));
                case "--return-to-service" -> options = options.withReturnToService(returnToService(flag));
                case "--prestop-fails" -> options = options.withFailingPreStop();
                default -> throw new BadFlagException("unknown flag " + flag);
            }
        }

        private Scene scene(String flag) throws BadFlagException {
            String value = value(flag);
            return switch (value) {
                case "busy" -> Scene.BUSY;
                case "large" -> Scene.LARGE;
                case "empty" -> Scene.EMPTY;
                default -> throw new BadFlagException(flag + " must be busy, large or empty, not \"" + value + "\"");
            };
        }

        private boolean returnToService(String flag) throws BadFlagException {
            String value = value(flag);
            if (!value.equals("0") && !value.equals("2")) {
                throw new BadFlagException(flag + " must be 0 or 2, not \"" + value + "\"");
            }
            return value.equals("2");
        }

        private int port(String flag) throws BadFlagException {
            return (int) number(flag, 0, 65_535);
        }

        private String value(String flag) throws BadFlagException {
            if (!rest.hasNext()) {
                throw new BadFlagException(flag + " needs a value");
            }
            return rest.next();
        }

        private long number(String flag, long low, long high) throws BadFlagException {
            String value = value(flag);
            try {
                long number = Long.parseLong(value);
                if (number >= low && number <= high) {
                    return number;
                }
            } catch (NumberFormatException notANumber) {
                throw new BadFlagException(flag + " needs a whole number, not \"" + value + "\"");
            }
            throw new BadFlagException(flag + " must be from " + low + " to " + high + ", not " + value);
        }

        private Duration duration(String flag) throws BadFlagException {
            String value = value(flag);
            if (!value.matches("[0-9]{1,6}[smh]")) {
                throw new BadFlagException(flag + " needs a time such as 90s, 10m or 1h, not \"" + value + "\"");
            }
            return Duration.parse("PT" + value);
        }

        private double positive(String flag) throws BadFlagException {
            String value = value(flag);
            try {
                double number = Double.parseDouble(value);
                if (number > 0 && number <= 10_000) {
                    return number;
                }
            } catch (NumberFormatException notANumber) {
                throw new BadFlagException(flag + " needs a number, not \"" + value + "\"");
            }
            throw new BadFlagException(flag + " must be above 0 and at most 10000, not " + value);
        }
    }
}
