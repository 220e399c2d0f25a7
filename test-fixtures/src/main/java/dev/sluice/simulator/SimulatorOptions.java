package dev.sluice.simulator;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * The flags of the command.
 *
 * @param port 0 for any free one
 * @param speed simulated seconds per second
 */
record SimulatorOptions(int port, long seed, double speed, Optional<Path> tokenFile, boolean help) {
    static final String USAGE = """
            Usage: simulator [--port N] [--seed N] [--speed X] [--token-file FILE] [--help]

            Serves the REST API of a simulated Slurm cluster on 127.0.0.1.

              --port N           port to listen on; 0 takes any that is free (default 0)
              --seed N           which of the possible histories to play (default 1)
              --speed X          simulated seconds per second (default 20)
              --token-file FILE  want the token in this file with every request
              --help             print this and exit
            """;

    /** A command line that makes no sense; the message says why. */
    static final class BadFlagException extends Exception {
        private static final long serialVersionUID = 1L;

        BadFlagException(String message) {
            super(message);
        }
    }

    static SimulatorOptions parse(List<String> arguments) throws BadFlagException {
        SimulatorOptions options = new SimulatorOptions(0, 1, 20, Optional.empty(), false);
        Iterator<String> rest = arguments.iterator();
        while (rest.hasNext()) {
            options = options.with(rest.next(), rest);
        }
        return options;
    }

    private SimulatorOptions with(String flag, Iterator<String> rest) throws BadFlagException {
        return switch (flag) {
            case "--help" -> new SimulatorOptions(port, seed, speed, tokenFile, true);
            case "--port" -> new SimulatorOptions((int) number(flag, rest, 0, 65_535), seed, speed, tokenFile, help);
            case "--seed" ->
                new SimulatorOptions(port, number(flag, rest, Long.MIN_VALUE, Long.MAX_VALUE), speed, tokenFile, help);
            case "--speed" -> new SimulatorOptions(port, seed, positive(flag, rest), tokenFile, help);
            case "--token-file" ->
                new SimulatorOptions(port, seed, speed, Optional.of(Path.of(value(flag, rest))), help);
            default -> throw new BadFlagException("unknown flag " + flag);
        };
    }

    private static String value(String flag, Iterator<String> rest) throws BadFlagException {
        if (!rest.hasNext()) {
            throw new BadFlagException(flag + " needs a value");
        }
        return rest.next();
    }

    private static long number(String flag, Iterator<String> rest, long low, long high) throws BadFlagException {
        String value = value(flag, rest);
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

    private static double positive(String flag, Iterator<String> rest) throws BadFlagException {
        String value = value(flag, rest);
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
