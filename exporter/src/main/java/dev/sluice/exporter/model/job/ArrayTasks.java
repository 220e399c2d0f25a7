package dev.sluice.exporter.model.job;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.GpuCounts;

/**
 * The number of tasks in one record of a job array.
 *
 * @param count number of tasks; 1 for a record without unstarted tasks
 * @param truncated whether the list of tasks was cut or partly unreadable, so that {@code count} is a lower bound
 */
public record ArrayTasks(long count, boolean truncated) {

    private static final ArrayTasks SINGLE = new ArrayTasks(1, false);

    private static final String CUT = "...";

    /** Longer numbers are not task ids; Slurm's own limit is seven digits. */
    private static final int MAX_DIGITS = 17;

    /**
     * Counts the tasks in an {@code array_task_string}. The string has ids and ranges ({@code 1-5,8,11-20}), ranges
     * with a step ({@code 2-198:2}), and the limit of running tasks after a {@code %}. {@code 2-198:2} includes task
     * 198, although squeue -r omits this task. slurmrestd writes the first 60 characters and {@code ...}, unless
     * slurmrestd's environment sets {@code SLURM_BITSTR_LEN=0}. slurmctld keeps hexadecimal bitmaps, but slurmrestd
     * never sends bitmaps.
     */
    public static ArrayTasks parse(String text) {
        if (text.isEmpty()) {
            return SINGLE;
        }
        int percent = text.indexOf('%');
        int end = percent < 0 ? text.length() : percent;
        boolean cut = end >= CUT.length() && text.startsWith(CUT, end - CUT.length());
        if (cut) {
            end -= CUT.length();
        }
        boolean truncated = cut;
        long count = 0;
        for (int from = 0, to; from <= end; from = to + 1) {
            int comma = text.indexOf(',', from);
            boolean last = comma < 0 || comma >= end;
            to = last ? end : comma;
            long tasks = last && cut ? certainTasks(text, from, to) : tasks(text, from, to);
            truncated |= tasks == 0;
            count = Amounts.sum(count, tasks);
        }
        return new ArrayTasks(Math.max(1, count), truncated);
    }

    /** Returns the number of tasks of a complete token; 0 if malformed. */
    private static long tasks(String text, int from, int to) {
        int dash = endOfDigits(text, from, to);
        if (dash == to) {
            return isNumber(from, dash) ? 1 : 0;
        }
        int colon = endOfDigits(text, dash + 1, to);
        if (text.charAt(dash) != '-' || !isNumber(from, dash) || !isNumber(dash + 1, colon)) {
            return 0;
        }
        long distance = number(text, dash + 1, colon) - number(text, from, dash);
        long step = 1;
        if (colon < to) {
            if (text.charAt(colon) != ':' || !isNumber(colon + 1, to) || endOfDigits(text, colon + 1, to) < to) {
                return 0;
            }
            step = number(text, colon + 1, to);
        }
        return distance < 0 || step == 0 ? 0 : distance / step + 1;
    }

    /**
     * Returns the minimum number of tasks of a token that was cut at any position. A number, a partial number
     * ({@code 2} of {@code 256-300}) or an empty token after a comma means at least one more task. A dash means at
     * least two more tasks. If the end of a range is partial, the end is at least the smallest number that begins with
     * these digits and is above the start of the range.
     */
    private static long certainTasks(String text, int from, int to) {
        int dash = endOfDigits(text, from, to);
        if (dash == to) {
            return 1;
        }
        int end = endOfDigits(text, dash + 1, to);
        if (text.charAt(dash) != '-' || !isNumber(from, dash) || end < to || end - dash - 1 > MAX_DIGITS) {
            return 0;
        }
        long first = number(text, from, dash);
        if (end == dash + 1) {
            return 2;
        }
        long lowest = number(text, dash + 1, end);
        long highest = lowest;
        while (highest <= first) {
            lowest = lowest * 10;
            highest = highest * 10 + 9;
        }
        return Math.max(lowest, first + 1) - first + 1;
    }

    private static int endOfDigits(String text, int from, int to) {
        int i = from;
        while (i < to && GpuCounts.isDigit(text.charAt(i))) {
            i++;
        }
        return i;
    }

    private static boolean isNumber(int from, int to) {
        return to > from && to - from <= MAX_DIGITS;
    }

    private static long number(String text, int from, int to) {
        return Long.parseLong(text, from, to, 10);
    }
}
