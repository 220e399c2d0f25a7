package dev.sluice.simulator.rest.text;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/** Ranges of consecutive numbers, for Slurm's host lists, task lists and device indices. */
final class NumberRanges {

    private record Range(int first, int last) {}

    private NumberRanges() {}

    /** Returns ranges of consecutive numbers in Slurm's notation, such as {@code 1-5,8}. */
    static String of(List<Integer> ascending) {
        return of(ascending, Integer::toString);
    }

    /**
     * Returns ranges in Slurm's notation.
     *
     * @param text formats one number
     */
    static String of(List<Integer> ascending, IntFunction<String> text) {
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
}
