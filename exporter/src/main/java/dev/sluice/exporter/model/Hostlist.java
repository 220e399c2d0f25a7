package dev.sluice.exporter.model;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Reads hostlists such as {@code gpu-h100-[01,03-04],cpu[001-012]}, in Slurm's order. A malformed part is a name. Names
 * beyond {@link #MAX_NAMES} are omitted.
 */
public final class Hostlist {

    /** slurmctld's maximum number of nodes (MAX_SLURM_NODES in its source). */
    public static final int MAX_NAMES = 65_533;

    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");
    private static final Pattern RANGE = Pattern.compile("(" + NUMBER + ")(?:-(" + NUMBER + "))?");

    /**
     * Maximum number of brackets in a name. slurmctld's names have far fewer brackets. A part with more brackets is
     * kept as a name.
     */
    private static final int MAX_BRACKETS = 8;

    private Hostlist() {}

    /**
     * Names that consist of a head, a number and a tail.
     *
     * @param width minimum number of digits, padded with zeros; 0 for one name without a number, the head
     */
    public record Names(String head, long first, long last, int width, String tail) {

        public long size() {
            return last - first + 1;
        }

        public Stream<String> stream() {
            return LongStream.rangeClosed(first, last).mapToObj(number -> head + digits(number) + tail);
        }

        private String digits(long number) {
            String digits = width == 0 ? "" : Long.toString(number);
            return "0".repeat(Math.max(0, width - digits.length())) + digits;
        }

        /** Returns whether one of the names equals a name, without creating the names. */
        public boolean contains(String name) {
            int from = head.length();
            int to = name.length() - tail.length();
            if (width == 0 || from >= to || !name.startsWith(head) || !name.endsWith(tail)) {
                return width == 0 && name.equals(head);
            }
            String digits = name.substring(from, to);
            long number = NUMBER.matcher(digits).matches() ? Long.parseLong(digits) : -1;
            return first <= number && number <= last && digits(number).equals(digits);
        }
    }

    public static List<String> names(String text) {
        return parse(text).stream().flatMap(Names::stream).toList();
    }

    /** Returns whether a hostlist contains a name, without creating the names of the hostlist. */
    public static boolean contains(String text, String name) {
        return parse(text).stream().anyMatch(names -> names.contains(name));
    }

    /** Reads a hostlist without creating the names of ranges. */
    public static List<Names> parse(String text) {
        Expansion expansion = new Expansion();
        int depth = 0;
        int from = 0;
        for (int i = 0; i <= text.length() && expansion.left > 0; i++) {
            char c = i < text.length() ? text.charAt(i) : ',';
            if (c == '[') {
                depth++;
            } else if (c == ']') {
                depth--;
            } else if (c == ',' && (depth <= 0 || i == text.length())) {
                expansion.part(text.substring(from, i).strip());
                from = i + 1;
            }
        }
        return expansion.found;
    }

    private static final class Expansion {

        private final List<Names> found = new ArrayList<>();
        private long left = MAX_NAMES;

        void part(String part) {
            List<List<Names>> brackets = new ArrayList<>();
            int from = 0;
            for (int open = part.indexOf('['); open >= 0; open = part.indexOf('[', from)) {
                int close = part.indexOf(']', open);
                List<Names> ranges =
                        close < 0 ? List.of() : ranges(part.substring(from, open), part.substring(open + 1, close));
                if (ranges.isEmpty() || brackets.size() == MAX_BRACKETS) {
                    add(part, 0, 0, 0, "");
                    return;
                }
                brackets.add(ranges);
                from = close + 1;
            }
            if (!brackets.isEmpty()) {
                expand("", brackets, part.substring(from));
            } else if (!part.isEmpty()) {
                add(part, 0, 0, 0, "");
            }
        }

        private void add(String head, long first, long last, int width, String tail) {
            long taken = Math.min(left, last - first + 1);
            if (taken > 0) {
                found.add(new Names(head, first, first + taken - 1, width, tail));
                left -= taken;
            }
        }

        private void expand(String start, List<List<Names>> brackets, String tail) {
            List<List<Names>> further = brackets.subList(1, brackets.size());
            for (Names range : brackets.get(0)) {
                String head = start + range.head();
                if (further.isEmpty()) {
                    add(head, range.first(), range.last(), range.width(), tail);
                    continue;
                }
                for (long number = range.first(); number <= range.last() && left > 0; number++) {
                    expand(head + range.digits(number), further, tail);
                }
            }
        }
    }

    /**
     * Returns the ranges of a bracket; empty if malformed. The numbers of a range are padded to the width of its start.
     */
    private static List<Names> ranges(String head, String text) {
        List<Names> ranges = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            Matcher range = RANGE.matcher(part);
            if (!range.matches()) {
                return List.of();
            }
            long first = Long.parseLong(range.group(1));
            long last = range.group(2) == null ? first : Long.parseLong(range.group(2));
            if (first <= last) {
                ranges.add(new Names(head, first, last, range.group(1).length(), ""));
            }
        }
        return ranges;
    }
}
