package dev.sluice.simulator.rest.text;

import java.util.ArrayList;
import java.util.List;

/** Ranges of consecutive numbers, for Slurm's host lists, task lists and device indices. */
final class NumberRanges {

    record Range(int first, int last) {}

    private NumberRanges() {}

    static List<Range> of(List<Integer> ascending) {
        List<Range> ranges = new ArrayList<>();
        for (int number : ascending) {
            int newest = ranges.size() - 1;
            if (newest >= 0 && ranges.get(newest).last() == number - 1) {
                ranges.set(newest, new Range(ranges.get(newest).first(), number));
            } else {
                ranges.add(new Range(number, number));
            }
        }
        return ranges;
    }
}
