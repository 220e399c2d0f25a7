package dev.sluice.exporter.model.job;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GresCounts;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Placement options that few jobs use. Numbers are 0 and strings are empty for options that the job does not set.
 *
 * @param threadsPerCore number of threads used per core ({@code --threads-per-core}, {@code --hint=nomultithread})
 * @param tasksPerCore {@code --ntasks-per-core}
 * @param tasksPerSocket {@code --ntasks-per-socket}
 * @param tasksPerBoard tasks per board, set through the API
 * @param userNodes whether the job shares its nodes only with jobs of one user ({@code --exclusive=user}, {@code =mcs})
 * @param reservation {@code --reservation}
 * @param segment number of nodes that must be in one block ({@code --segment})
 * @param switches maximum number of leaf switches ({@code --switches})
 * @param gres maximum number per node of each generic resource other than GPUs ({@code --gres=shard:2})
 * @param nodeCounts allowed numbers of nodes and ranges of numbers ({@code -N 2,5-8}, {@code -N 2-8:3}); empty if
 *     all numbers from the minimum to the maximum are allowed
 * @param minimumSeconds minimum time limit ({@code --time-min}), to which slurmctld can shorten the time limit
 */
public record JobPlacement(
        long threadsPerCore,
        long tasksPerCore,
        long tasksPerSocket,
        long tasksPerBoard,
        boolean userNodes,
        String reservation,
        long segment,
        long switches,
        GresCounts gres,
        List<String> nodeCounts,
        long minimumSeconds) {

    /** Matches {@code 5}, {@code 2-8} and {@code 2-8:3}. */
    private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9})(?::(\\d{1,9}))?)?");

    public JobPlacement {
        nodeCounts = List.copyOf(nodeCounts);
    }

    /** Returns the names of the requested reservations. */
    public Set<String> reservations() {
        return reservation.isEmpty() ? Set.of() : Set.copyOf(List.of(reservation.split(",", -1)));
    }

    /** Returns the condition on blocks and switches, as the end of "it needs 4 nodes"; empty without a condition. */
    public String grouping() {
        String segments = segment > 0 ? " in segments of " + segment + " in one block" : "";
        String leaves = switches > 0 ? " on at most " + switches + (switches == 1 ? " switch" : " switches") : "";
        return segments + leaves;
    }

    /** Returns the smallest allowed number of nodes from a number on; empty if no larger number is allowed. */
    public OptionalLong nodesFrom(long least) {
        if (nodeCounts.isEmpty()) {
            return OptionalLong.of(least);
        }
        return nodeCounts.stream()
                .map(RANGE::matcher)
                .filter(Matcher::matches)
                .mapToLong(range -> nodesOf(range, least))
                .filter(nodes -> nodes >= least)
                .min();
    }

    /** Returns the smallest number of a range from a number on; a smaller number if the range ends before. */
    private static long nodesOf(Matcher range, long least) {
        long first = Long.parseLong(range.group(1));
        long last = range.group(2) == null ? first : Long.parseLong(range.group(2));
        long step = range.group(3) == null ? 1 : Math.max(1, Long.parseLong(range.group(3)));
        long nodes = first + Amounts.ceilingOf(Math.max(0, least - first), step) * step;
        return nodes <= last ? nodes : 0;
    }

    /** No placement options. */
    public static final JobPlacement ANY = reserved("");

    /** Returns the placement of a job that only requests a reservation. */
    public static JobPlacement reserved(String reservation) {
        return new JobPlacement(0, 0, 0, 0, false, reservation, 0, 0, GresCounts.NONE, List.of(), 0);
    }
}
