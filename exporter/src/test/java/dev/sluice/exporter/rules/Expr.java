package dev.sluice.exporter.rules;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A PromQL expression, as {@link PromQl} reads it. Every part knows where it stands in the text. */
public sealed interface Expr {

    /** Where this part stands. */
    Span span();

    /** The parts that it is made of, from left to right. */
    default List<Expr> parts() {
        return List.of();
    }

    /** This expression and everything in it. */
    default Stream<Expr> walk() {
        return Stream.concat(Stream.of(this), parts().stream().flatMap(Expr::walk));
    }

    /**
     * A place in the text.
     *
     * @param start index of the first character
     * @param end index after the last one
     */
    record Span(int start, int end) {

        /** What stands there. */
        public String in(String text) {
            return text.substring(start, end);
        }

        /** The text with something else in this place. */
        public String replacedIn(String text, String replacement) {
            return text.substring(0, start) + replacement + text.substring(end);
        }
    }

    /** A number as it is written, or a variable of a dashboard that stands for one. */
    record Num(String text, Span span) implements Expr {}

    /** A string in quotes. */
    record Text(String value, Span span) implements Expr {}

    /**
     * Series by name.
     *
     * @param name the metric; empty where matchers alone select
     * @param range the window such as {@code 5m}; empty for an instant
     */
    record Selector(String name, List<Matcher> matchers, String range, Span span) implements Expr {}

    /** One condition on a label; the operator is {@code =}, {@code !=}, {@code =~} or {@code !~}. */
    record Matcher(String label, String operator, String value) {}

    /** An expression over a window, evaluated every step. */
    record Subquery(Expr of, String range, Span span) implements Expr {
        @Override
        public List<Expr> parts() {
            return List.of(of);
        }
    }

    /** A function and its arguments. */
    record Call(String function, List<Expr> arguments, Span span) implements Expr {
        @Override
        public List<Expr> parts() {
            return arguments;
        }
    }

    /** An aggregation such as sum; without grouping it leaves one value without labels. */
    record Aggregation(String operator, Optional<Grouping> grouping, List<Expr> arguments, Span span) implements Expr {
        @Override
        public List<Expr> parts() {
            return arguments;
        }
    }

    /** The labels by which, or without which, is aggregated. */
    record Grouping(boolean by, List<String> labels) {}

    /** An expression in parentheses, which belong to it. */
    record Parenthesised(Expr of, Span span) implements Expr {
        @Override
        public List<Expr> parts() {
            return List.of(of);
        }
    }

    /** A sign before an expression. */
    record Signed(Expr of, Span span) implements Expr {
        @Override
        public List<Expr> parts() {
            return List.of(of);
        }
    }

    /**
     * Two sides and an operator between them.
     *
     * @param bool whether a comparison answers 0 or 1 instead of filtering
     * @param operatorAt where the operator alone stands
     */
    record Binary(String operator, boolean bool, Matching matching, Expr left, Expr right, Span operatorAt, Span span)
            implements Expr {
        @Override
        public List<Expr> parts() {
            return List.of(left, right);
        }

        /** Whether it compares. */
        public boolean comparison() {
            return PromQl.COMPARISONS.contains(operator);
        }

        /** Whether it is and, or, unless. */
        public boolean ofSets() {
            return PromQl.OF_SETS.contains(operator);
        }
    }

    /**
     * How the series of two sides find each other.
     *
     * @param labels those of on or ignoring; empty where all must be equal
     * @param many the side that may have several series for one of the other
     * @param included labels that come over from the other side
     */
    record Matching(Optional<On> labels, Many many, List<String> included) {

        static final Matching ALL = new Matching(Optional.empty(), Many.NONE, List.of());
    }

    /** The labels of on, or else of ignoring. */
    record On(boolean on, List<String> labels) {}

    /** The side that may have several series. */
    enum Many {
        NONE,
        LEFT,
        RIGHT
    }
}
