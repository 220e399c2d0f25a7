package dev.sluice.exporter.model.job;

import dev.sluice.exporter.model.GresCounts;
import java.util.List;
import java.util.OptionalLong;

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
 * @param nodeCounts allowed numbers of nodes and ranges of numbers ({@code -N 2,5,8}); empty if all numbers from the
 *     minimum to the maximum are allowed
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

    public JobPlacement {
        nodeCounts = List.copyOf(nodeCounts);
    }

    /** Returns the smallest allowed number of nodes from a number on; empty if no larger number is allowed. */
    public OptionalLong nodesFrom(long least) {
        if (nodeCounts.isEmpty()) {
            return OptionalLong.of(least);
        }
        return nodeCounts.stream()
                .map(range -> range.split("-", 2))
                .filter(range -> least <= number(range[range.length - 1]))
                .mapToLong(range -> Math.max(least, number(range[0])))
                .min();
    }

    private static long number(String text) {
        return text.matches("\\d{1,9}") ? Long.parseLong(text) : 0;
    }

    /** No placement options. */
    public static final JobPlacement ANY = reserved("");

    /** Returns the placement of a job that only requests a reservation. */
    public static JobPlacement reserved(String reservation) {
        return new JobPlacement(0, 0, 0, 0, false, reservation, 0, 0, GresCounts.NONE, List.of(), 0);
    }
}
