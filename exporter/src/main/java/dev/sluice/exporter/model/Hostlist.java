package dev.sluice.exporter.model;

import java.util.ArrayList;
import java.util.List;

/**
 * The names that a hostlist stands for, such as {@code gpu-h100-[01,03-04],cpu[001-012]}, in Slurm's order.
 *
 * @param names the names; a part that makes no sense stands for itself
 * @param truncated whether there were more names than any cluster has nodes, and the rest was left out
 */
public record Hostlist(List<String> names, boolean truncated) {

    /** slurmctld has no more nodes than this (MAX_SLURM_NODES in its source). */
    public static final int MOST = 65_533;

    private static final int MOST_DIGITS = 18;

    public Hostlist {
        names = List.copyOf(names);
    }

    public static Hostlist parse(String text) {
        List<String> names = new ArrayList<>();
        int depth = 0;
        int from = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i < text.length() ? text.charAt(i) : ',';
            if (c == '[') {
                depth++;
            } else if (c == ']') {
                depth--;
            } else if (c == ',' && (depth <= 0 || i == text.length())) {
                addPart(names, text.substring(from, i).strip());
                from = i + 1;
            }
            if (names.size() > MOST) {
                break;
            }
        }
        boolean truncated = names.size() > MOST;
        return new Hostlist(truncated ? names.subList(0, MOST) : names, truncated);
    }

    private static void addPart(List<String> names, String part) {
        if (part.isEmpty()) {
            return;
        }
        if (part.indexOf('[') < 0) {
            names.add(part);
            return;
        }
        List<String> heads = List.of("");
        int from = 0;
        for (int open = part.indexOf('['); open >= 0; open = part.indexOf('[', from)) {
            int close = part.indexOf(']', open);
            if (close < 0) {
                names.add(part);
                return;
            }
            List<String> numbers = numbers(part, open + 1, close);
            if (numbers.isEmpty()) {
                names.add(part);
                return;
            }
            heads = product(heads, part.substring(from, open), numbers);
            from = close + 1;
        }
        String tail = part.substring(from);
        for (String head : heads) {
            names.add(head + tail);
        }
    }

    private static List<String> product(List<String> heads, String between, List<String> numbers) {
        List<String> product = new ArrayList<>();
        for (String head : heads) {
            for (String number : numbers) {
                if (product.size() > MOST) {
                    return product;
                }
                product.add(head + between + number);
            }
        }
        return product;
    }

    /** The numbers of a bracket, padded as its ranges' starts are; none where it is malformed. */
    private static List<String> numbers(String text, int from, int to) {
        List<String> numbers = new ArrayList<>();
        for (int start = from; start <= to; ) {
            int comma = text.indexOf(',', start);
            int end = comma < 0 || comma > to ? to : comma;
            int dash = text.indexOf('-', start);
            boolean range = dash >= 0 && dash < end;
            int firstEnd = range ? dash : end;
            if (!isNumber(text, start, firstEnd) || (range && !isNumber(text, dash + 1, end))) {
                return List.of();
            }
            long first = Long.parseLong(text, start, firstEnd, 10);
            long last = range ? Long.parseLong(text, dash + 1, end, 10) : first;
            for (long number = first; number <= last && numbers.size() <= MOST; number++) {
                numbers.add(padded(number, firstEnd - start));
            }
            start = end + 1;
        }
        return numbers;
    }

    private static boolean isNumber(String text, int from, int to) {
        if (to <= from || to - from > MOST_DIGITS) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (!GpuCounts.isDigit(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static String padded(long number, int width) {
        String digits = Long.toString(number);
        return digits.length() >= width ? digits : "0".repeat(width - digits.length()) + digits;
    }
}
