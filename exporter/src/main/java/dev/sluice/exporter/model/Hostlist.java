package dev.sluice.exporter.model;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

    /** Receives the names of a hostlist in order. Receives all names of a range in one call. */
    public interface Visitor {

        void name(String name);

        /**
         * Receives the names that consist of {@code head}, a number and {@code tail}.
         *
         * @param width minimum number of digits, padded with zeros
         */
        default void range(String head, long first, long last, int width, String tail) {
            for (long number = first; number <= last; number++) {
                name(head + padded(number, width) + tail);
            }
        }
    }

    public static List<String> names(String text) {
        List<String> names = new ArrayList<>();
        visit(text, names::add);
        return List.copyOf(names);
    }

    /** Reads a hostlist without creating the names of ranges. */
    public static void visit(String text, Visitor visitor) {
        Expansion expansion = new Expansion(visitor);
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
    }

    /** Returns whether a hostlist contains a name, without creating the names of the hostlist. */
    public static boolean contains(String text, String name) {
        Search search = new Search(name);
        visit(text, search);
        return search.found;
    }

    private static final class Search implements Visitor {

        private final String wanted;
        private boolean found;

        Search(String wanted) {
            this.wanted = wanted;
        }

        @Override
        public void name(String name) {
            found |= name.equals(wanted);
        }

        @Override
        public void range(String head, long first, long last, int width, String tail) {
            int from = head.length();
            int to = wanted.length() - tail.length();
            if (from < to && wanted.startsWith(head) && wanted.endsWith(tail)) {
                String digits = wanted.substring(from, to);
                long number = NUMBER.matcher(digits).matches() ? Long.parseLong(digits) : -1;
                found |= first <= number
                        && number <= last
                        && padded(number, width).equals(digits);
            }
        }
    }

    /** The ranges of a bracket and the text before it. */
    private record Bracket(String before, List<Range> ranges) {}

    private record Range(long first, long last, int width) {}

    private static final class Expansion {

        private final Visitor visitor;
        private long left = MAX_NAMES;

        Expansion(Visitor visitor) {
            this.visitor = visitor;
        }

        void part(String part) {
            List<Bracket> brackets = new ArrayList<>();
            int from = 0;
            for (int open = part.indexOf('['); open >= 0; open = part.indexOf('[', from)) {
                int close = part.indexOf(']', open);
                List<Range> ranges = close < 0 ? List.of() : ranges(part.substring(open + 1, close));
                if (ranges.isEmpty() || brackets.size() == MAX_BRACKETS) {
                    name(part);
                    return;
                }
                brackets.add(new Bracket(part.substring(from, open), ranges));
                from = close + 1;
            }
            if (brackets.isEmpty()) {
                name(part);
            } else {
                expand("", brackets, part.substring(from));
            }
        }

        private void name(String name) {
            if (!name.isEmpty() && take(1) == 1) {
                visitor.name(name);
            }
        }

        private void expand(String start, List<Bracket> brackets, String tail) {
            String head = start + brackets.get(0).before();
            List<Bracket> further = brackets.subList(1, brackets.size());
            for (Range range : brackets.get(0).ranges()) {
                if (further.isEmpty()) {
                    long taken = take(range.last() - range.first() + 1);
                    if (taken > 0) {
                        visitor.range(head, range.first(), range.first() + taken - 1, range.width(), tail);
                    }
                    continue;
                }
                for (long number = range.first(); number <= range.last() && left > 0; number++) {
                    expand(head + padded(number, range.width()), further, tail);
                }
            }
        }

        private long take(long wanted) {
            long taken = Math.min(left, wanted);
            left -= taken;
            return taken;
        }
    }

    /**
     * Returns the ranges of a bracket; empty if malformed. The numbers of a range are padded to the width of its start.
     */
    private static List<Range> ranges(String text) {
        List<Range> ranges = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            Matcher range = RANGE.matcher(part);
            if (!range.matches()) {
                return List.of();
            }
            long first = Long.parseLong(range.group(1));
            long last = range.group(2) == null ? first : Long.parseLong(range.group(2));
            if (first <= last) {
                ranges.add(new Range(first, last, range.group(1).length()));
            }
        }
        return ranges;
    }

    private static String padded(long number, int width) {
        String digits = Long.toString(number);
        return digits.length() >= width ? digits : "0".repeat(width - digits.length()) + digits;
    }
}
