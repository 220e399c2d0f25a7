package dev.sluice.common.scheduling.job;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Task ids of a job array that have not started, in ascending order, and how many may run at a time (0: no limit).
 */
public record ArrayTasks(List<Integer> ids, int limit) {

    public ArrayTasks {
        ids = List.copyOf(ids);
    }

    public static ArrayTasks range(int first, int last, int limit) {
        return new ArrayTasks(IntStream.rangeClosed(first, last).boxed().toList(), limit);
    }

    public ArrayTasks withoutFirst() {
        return new ArrayTasks(ids.subList(1, ids.size()), limit);
    }
}
