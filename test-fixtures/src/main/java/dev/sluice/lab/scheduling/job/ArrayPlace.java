package dev.sluice.lab.scheduling.job;

import java.util.Optional;

/**
 * The position of a job record in an array: one task, or all pending tasks.
 *
 * @param limit maximum running tasks; 0 for no limit
 */
public record ArrayPlace(int arrayJobId, Optional<Integer> taskId, Optional<ArrayTasks> waiting, int limit) {
    public static ArrayPlace waiting(int arrayJobId, ArrayTasks tasks) {
        return new ArrayPlace(arrayJobId, Optional.empty(), Optional.of(tasks), tasks.limit());
    }

    public ArrayPlace task(int id) {
        return new ArrayPlace(arrayJobId, Optional.of(id), Optional.empty(), limit);
    }
}
