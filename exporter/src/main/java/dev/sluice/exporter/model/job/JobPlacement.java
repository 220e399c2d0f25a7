package dev.sluice.exporter.model.job;

import dev.sluice.exporter.model.GresCounts;

/**
 * What few jobs say of where they may run. Numbers are 0 and texts empty where the job does not say.
 *
 * @param threadsPerCore of how many threads of a core the job makes use ({@code --threads-per-core}, {@code
 *     --hint=nomultithread})
 * @param tasksPerCore {@code --ntasks-per-core}
 * @param tasksPerSocket {@code --ntasks-per-socket}
 * @param tasksPerBoard of a job that sets it through the API
 * @param userNodes whether it shares its nodes with jobs of its user alone ({@code --exclusive=user}, {@code =mcs})
 * @param reservation {@code --reservation}
 * @param gres generic resources that are no GPUs ({@code --gres=shard:2}), the most of one node
 */
public record JobPlacement(
        long threadsPerCore,
        long tasksPerCore,
        long tasksPerSocket,
        long tasksPerBoard,
        boolean userNodes,
        String reservation,
        GresCounts gres) {

    /** Anywhere. */
    public static final JobPlacement ANY = new JobPlacement(0, 0, 0, 0, false, "", GresCounts.NONE);
}
