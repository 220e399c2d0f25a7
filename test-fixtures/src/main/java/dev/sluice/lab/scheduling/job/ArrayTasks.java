package dev.sluice.lab.scheduling.job;

import java.util.List;
import java.util.stream.IntStream;

/** The pending tasks of a job array, in ascending order, and the maximum number of running tasks (0 for no limit). */
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
