package dev.sluice.exporter.slurm.squeue;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns failures of squeue into {@link FetchFailure}s. */
final class SqueueFailure {

    private static final Pattern COLUMN = Pattern.compile("Invalid job format specification: ([A-Za-z_-]{1,40})");

    private static final int MAX_TEXT = 300;

    private static final Map<String, FailureKind> KINDS = Map.of(
            "authentication", FailureKind.UNAUTHORIZED,
            "munge", FailureKind.UNAUTHORIZED,
            "access/permission denied", FailureKind.UNAUTHORIZED,
            "unable to contact slurm controller", FailureKind.UNREACHABLE,
            "could not establish a configuration source", FailureKind.UNREACHABLE,
            "timed out", FailureKind.TIMEOUT);

    private SqueueFailure() {}

    /**
     * Fails if a call failed. An unknown column is a failure, although squeue does not treat an unknown column as an
     * error.
     */
    static void check(Command.Exit exit, String program, String release) throws FetchFailure {
        Matcher column = COLUMN.matcher(exit.error());
        if (column.find()) {
            throw new FetchFailure(
                    FailureKind.UNEXPECTED_STATUS,
                    program + " of Slurm " + release + " has no column " + column.group(1)
                            + "; use a newer squeue, or remove slurm.squeue");
        }
        if (exit.code() != 0) {
            String text = exit.error().isEmpty() ? "no explanation" : exit.error();
            throw new FetchFailure(
                    kind(text), program + " ended with exit code " + exit.code() + ": " + shortened(text));
        }
    }

    static String shortened(String text) {
        return text.substring(0, Math.min(MAX_TEXT, text.length()));
    }

    private static FailureKind kind(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return KINDS.entrySet().stream()
                .filter(known -> lower.contains(known.getKey()))
                .map(Map.Entry::getValue)
                // Uses the first match in enum order, because the order of the map can vary.
                .sorted()
                .findFirst()
                .orElse(FailureKind.UNEXPECTED_STATUS);
    }
}
