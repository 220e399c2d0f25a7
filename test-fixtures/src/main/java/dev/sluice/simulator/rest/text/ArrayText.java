package dev.sluice.simulator.rest.text;

import dev.sluice.lab.scheduling.job.ArrayTasks;
import java.util.List;
import java.util.stream.IntStream;

/** Task ids of an array in Slurm's notation. */
public final class ArrayText {

    /** slurmrestd keeps this many characters of the task list, including dots, unless SLURM_BITSTR_LEN is set. */
    private static final int SHOWN_CHARACTERS = 63;

    private static final String CUT = "...";

    private ArrayText() {}

    /**
     * Returns the task list in the form of {@code array_task_string}: {@code 1-5,8}, {@code 2-198:2}, {@code 0-99%10}.
     */
    public static String of(ArrayTasks tasks) {
        List<Integer> ids = tasks.ids();
        String list = isStepped(ids) ? stepped(ids) : NumberRanges.of(ids);
        String shown =
                list.length() > SHOWN_CHARACTERS ? list.substring(0, SHOWN_CHARACTERS - CUT.length()) + CUT : list;
        return tasks.limit() > 0 ? shown + "%" + tasks.limit() : shown;
    }

    private static boolean isStepped(List<Integer> ids) {
        if (ids.size() < 3) {
            return false;
        }
        int step = ids.get(1) - ids.get(0);
        return step > 1 && IntStream.range(1, ids.size()).allMatch(i -> ids.get(i) - ids.get(i - 1) == step);
    }

    private static String stepped(List<Integer> ids) {
        return ids.get(0) + "-" + ids.get(ids.size() - 1) + ":" + (ids.get(1) - ids.get(0));
    }
}
