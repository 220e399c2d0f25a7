package dev.sluice.simulator.rest.text;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Slurm's compact notation of node names: {@code cpu[001-003,007],gpu-h100-02}. */
public final class Hostlist {

    private Hostlist() {}

    public static String of(List<String> names) {
        SortedMap<String, List<Integer>> numbers = new TreeMap<>();
        for (String name : names.stream().sorted().toList()) {
            int digits = digitsAtEnd(name);
            String prefix = name.substring(0, name.length() - digits) + "\0" + digits;
            numbers.computeIfAbsent(prefix, p -> new ArrayList<>())
                    .add(digits == 0 ? 0 : Integer.parseInt(name.substring(name.length() - digits)));
        }
        return numbers.entrySet().stream()
                .map(e -> group(e.getKey(), e.getValue()))
                .collect(Collectors.joining(","));
    }

    private static String group(String key, List<Integer> numbers) {
        int split = key.indexOf('\0');
        String prefix = key.substring(0, split);
        int width = Integer.parseInt(key.substring(split + 1));
        if (width == 0) {
            return prefix;
        }
        if (numbers.size() == 1) {
            return prefix + padded(numbers.get(0), width);
        }
        return prefix + "[" + NumberRanges.of(numbers, number -> padded(number, width)) + "]";
    }

    private static String padded(int number, int width) {
        return String.format("%0" + width + "d", number);
    }

    private static int digitsAtEnd(String name) {
        int start = name.length();
        while (start > 0 && Character.isDigit(name.charAt(start - 1))) {
            start--;
        }
        return name.length() - start;
    }
}
