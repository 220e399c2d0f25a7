package dev.sluice.exporter.model.job;

import dev.sluice.exporter.model.GresCounts;

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
        GresCounts gres) {

    /** No placement options. */
    public static final JobPlacement ANY = reserved("");

    /** Returns the placement of a job that only requests a reservation. */
    public static JobPlacement reserved(String reservation) {
        return new JobPlacement(0, 0, 0, 0, false, reservation, 0, 0, GresCounts.NONE);
    }
}
