package dev.sluice.simulator.job;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Task ids of a job array that have not started, in ascending order, and how many may run at a time (0: no limit).
 */
public record ArrayTasks(List<Integer> ids, int limit) {

    /** slurmrestd keeps this many characters of the task list, dots included, unless SLURM_BITSTR_LEN says otherwise. */
    private static final int SHOWN_CHARACTERS = 63;

    private static final String CUT = "...";

    public ArrayTasks {
        ids = List.copyOf(ids);
    }

    public static ArrayTasks range(int first, int last, int limit) {
        return new ArrayTasks(IntStream.rangeClosed(first, last).boxed().toList(), limit);
    }

    public ArrayTasks withoutFirst() {
        return new ArrayTasks(ids.subList(1, ids.size()), limit);
    }

    /** The list as {@code array_task_string} shows it: {@code 1-5,8}, {@code 2-198:2}, {@code 0-99%10}. */
    public String text() {
        String list = isStepped() ? stepped() : ranges();
        String shown =
                list.length() > SHOWN_CHARACTERS ? list.substring(0, SHOWN_CHARACTERS - CUT.length()) + CUT : list;
        return limit > 0 ? shown + "%" + limit : shown;
    }

    private boolean isStepped() {
        if (ids.size() < 3) {
            return false;
        }
        int step = ids.get(1) - ids.get(0);
        return step > 1 && IntStream.range(1, ids.size()).allMatch(i -> ids.get(i) - ids.get(i - 1) == step);
    }

    private String stepped() {
        return ids.get(0) + "-" + ids.get(ids.size() - 1) + ":" + (ids.get(1) - ids.get(0));
    }

    private String ranges() {
        return NumberRanges.of(ids).stream()
                .map(range -> range.first() == range.last() ? "" + range.first() : range.first() + "-" + range.last())
                .collect(Collectors.joining(","));
    }
}
