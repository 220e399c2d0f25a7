package dev.sluice.common.scheduling.job;

import java.util.Optional;

/**
 * Where a job record stands in an array: either one task, or all the tasks that have not started.
 *
 * @param limit how many tasks may run at a time, 0 for no limit
 */
public record ArrayPlace(int arrayJobId, Optional<Integer> taskId, Optional<ArrayTasks> waiting, int limit) {
    public static ArrayPlace waiting(int arrayJobId, ArrayTasks tasks) {
        return new ArrayPlace(arrayJobId, Optional.empty(), Optional.of(tasks), tasks.limit());
    }

    public ArrayPlace task(int id) {
        return new ArrayPlace(arrayJobId, Optional.of(id), Optional.empty(), limit);
    }
}
