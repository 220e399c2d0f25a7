package dev.sluice.exporter.model.job;

import dev.sluice.exporter.model.Amounts;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The array tasks in a job record.
 *
 * @param jobId JobId of the array; 0 without an array
 * @param tasks number of tasks in the record; 1 for all records except unstarted arrays
 * @param truncated whether slurmrestd cut the list of task ids, so that {@code tasks} is a lower bound
 * @param taskLimit maximum number of running tasks of the array; 0 if unlimited
 */
public record JobArray(long jobId, long tasks, boolean truncated, long taskLimit) {

    private static final String CUT = "...";

    /** Longer numbers are not task ids; Slurm's own limit is seven digits. */
    private static final Pattern RANGE = Pattern.compile("(\\d{1,17})(?:-(\\d{1,17})(?::(\\d{1,17}))?)?");

    private static final Pattern CUT_RANGE = Pattern.compile("\\d*|(\\d{1,17})-(\\d{0,17})");

    /**
     * Counts the tasks in an {@code array_task_string}, which is empty for a record without unstarted tasks. The string
     * has ids and ranges ({@code 1-5,8,11-20}), ranges with a step ({@code 2-198:2}), and the limit of running tasks
     * after a {@code %}. {@code 2-198:2} includes task 198, although squeue -r omits this task. slurmrestd writes the
     * first 60 characters and {@code ...}, unless slurmrestd's environment sets {@code SLURM_BITSTR_LEN=0}. slurmctld
     * keeps hexadecimal bitmaps, but slurmrestd never sends bitmaps.
     */
    public static JobArray parse(long jobId, String text, long taskLimit) {
        if (text.isEmpty()) {
            return new JobArray(jobId, 1, false, taskLimit);
        }
        int percent = text.indexOf('%');
        String list = percent < 0 ? text : text.substring(0, percent);
        boolean cut = list.endsWith(CUT);
        String[] tokens = (cut ? list.substring(0, list.length() - CUT.length()) : list).split(",", -1);
        boolean truncated = cut;
        long count = 0;
        for (int i = 0; i < tokens.length; i++) {
            long tasks = cut && i == tokens.length - 1 ? certainTasks(tokens[i]) : tasks(tokens[i]);
            truncated |= tasks == 0;
            count = Amounts.sum(count, tasks);
        }
        return new JobArray(jobId, Math.max(1, count), truncated, taskLimit);
    }

    /** Returns the number of tasks of a complete token; 0 if malformed. */
    private static long tasks(String token) {
        Matcher range = RANGE.matcher(token);
        if (!range.matches()) {
            return 0;
        }
        if (range.group(2) == null) {
            return 1;
        }
        long distance = Long.parseLong(range.group(2)) - Long.parseLong(range.group(1));
        long step = range.group(3) == null ? 1 : Long.parseLong(range.group(3));
        return distance < 0 || step == 0 ? 0 : distance / step + 1;
    }

    /**
     * Returns the minimum number of tasks of a token that was cut at any position. A number, a partial number
     * ({@code 2} of {@code 256-300}) or an empty token after a comma means at least one more task. A dash means at
     * least two more tasks. If the end of a range is partial, the end is at least the smallest number that begins with
     * these digits and is above the start of the range.
     */
    private static long certainTasks(String token) {
        Matcher range = CUT_RANGE.matcher(token);
        if (!range.matches()) {
            return 0;
        }
        if (range.group(1) == null) {
            return 1;
        }
        if (range.group(2).isEmpty()) {
            return 2;
        }
        long first = Long.parseLong(range.group(1));
        long lowest = Long.parseLong(range.group(2));
        long highest = lowest;
        while (highest <= first) {
            lowest = lowest * 10;
            highest = highest * 10 + 9;
        }
        return Math.max(lowest, first + 1) - first + 1;
    }
}
