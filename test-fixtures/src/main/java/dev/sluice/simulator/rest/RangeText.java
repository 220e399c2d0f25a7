package dev.sluice.simulator.rest;

import dev.sluice.lab.scheduling.JobRequest.ArrayTasks;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Slurm's compact notations of consecutive numbers: device indices, task lists and host lists. */
public final class RangeText {

    /** slurmrestd keeps this many characters of a task list, including dots, unless SLURM_BITSTR_LEN is set. */
    private static final int SHOWN_CHARACTERS = 63;

    private static final String CUT = "...";

    private record Range(int first, int last) {}

    private RangeText() {}

    /** Returns numbers in ascending order: {@code 1-5,8}. */
    static String numbers(List<Integer> ascending) {
        return numbers(ascending, Integer::toString);
    }

    private static String numbers(List<Integer> ascending, IntFunction<String> text) {
        List<Range> ranges = new ArrayList<>();
        for (int number : ascending) {
            int newest = ranges.size() - 1;
            if (newest >= 0 && ranges.get(newest).last() == number - 1) {
                ranges.set(newest, new Range(ranges.get(newest).first(), number));
            } else {
                ranges.add(new Range(number, number));
            }
        }
        return ranges.stream()
                .map(range -> range.first() == range.last()
                        ? text.apply(range.first())
                        : text.apply(range.first()) + "-" + text.apply(range.last()))
                .collect(Collectors.joining(","));
    }

    /**
     * Returns a task list in the form of {@code array_task_string}: {@code 1-5,8}, {@code 2-198:2}, {@code 0-99%10}.
     */
    public static String tasks(ArrayTasks tasks) {
        List<Integer> ids = tasks.ids();
        String list = isStepped(ids)
                ? ids.get(0) + "-" + ids.get(ids.size() - 1) + ":" + (ids.get(1) - ids.get(0))
                : numbers(ids);
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

    /** Returns node names as a host list: {@code cpu[001-003,007],gpu-h100-02}. */
    static String hosts(List<String> names) {
        // The names by prefix, with a # in place of each digit at the end.
        SortedMap<String, List<String>> groups = new TreeMap<>();
        for (String name : names.stream().sorted().toList()) {
            String prefix = name.replaceFirst("\\d+$", "");
            String group = prefix + "#".repeat(name.length() - prefix.length());
            groups.computeIfAbsent(group, unused -> new ArrayList<>()).add(name.substring(prefix.length()));
        }
        return groups.entrySet().stream()
                .map(group -> hosts(group.getKey().replace("#", ""), group.getValue()))
                .collect(Collectors.joining(","));
    }

    private static String hosts(String prefix, List<String> digits) {
        if (digits.size() == 1) {
            return prefix + digits.get(0);
        }
        String format = "%0" + digits.get(0).length() + "d";
        List<Integer> numbers = digits.stream().map(Integer::valueOf).toList();
        return prefix + "[" + numbers(numbers, format::formatted) + "]";
    }
}
