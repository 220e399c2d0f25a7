package dev.sluice.exporter.slurm.squeue;

import dev.sluice.exporter.model.job.JobArray;

/**
 * Counts the lines that {@code squeue -r} prints for one record of unstarted array tasks. If such a record has more
 * than five tasks with equal steps ({@code --array=0-98:2}), squeue omits the last task.
 */
final class TaskLines {

    /** Slurm writes tasks as a range with a step only if the number of tasks exceeds this number. */
    private static final int STEP_TASKS = 5;

    /** Slurm writes a range with a step only if the last task ID exceeds the first task ID by more than this number. */
    private static final long STEP_DISTANCE = 10;

    private long tasks;
    private long first;
    private long last;
    private long step;
    private boolean even = true;

    void add(long id) {
        if (tasks == 0) {
            first = id;
        } else if (tasks == 1) {
            step = id - last;
        } else {
            even &= id - last == step;
        }
        last = id;
        tasks++;
    }

    /**
     * Returns the tasks in the format of {@link JobArray#parse}: the number of tasks, and whether squeue may have
     * omitted one task.
     */
    String text() {
        boolean spaced = tasks >= STEP_TASKS && even && step > 1;
        if (spaced && isStep(tasks, last)) {
            return "1-" + (tasks + 1);
        }
        return spaced && isStep(tasks + 1, last + step) ? "1-" + tasks + "..." : "1-" + tasks;
    }

    private boolean isStep(long count, long end) {
        return count > STEP_TASKS && end - first > STEP_DISTANCE;
    }
}
