package dev.sluice.exporter.rules;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A PromQL expression that {@link PromQl} has parsed. Every part has a position in the text. */
public sealed interface Expr {

    /** The position of this part. */
    Span span();

    /** The direct parts, from left to right. */
    default List<Expr> parts() {
        return List.of();
    }

    /** This expression and all nested parts. */
    default Stream<Expr> walk() {
        return Stream.concat(Stream.of(this), parts().stream().flatMap(Expr::walk));
    }

    /**
     * A position in the text.
     *
     * @param start index of the first character
     * @param end index after the last character
     */
    record Span(int start, int end) {

        /** Returns the text at this position. */
        public String in(String text) {
            return text.substring(start, end);
        }

        /** Returns the text after a replacement at this position. */
        public String replacedIn(String text, String replacement) {
            return text.substring(0, start) + replacement + text.substring(end);
        }
    }

    /** A literal number, or a dashboard variable in its place. */
    record Num(String text, Span span) implements Expr {}

    /** A string in quotes. */
    record Text(String value, Span span) implements Expr {}

    /**
     * A selector of series.
     *
     * @param name name of the metric; empty if there are only matchers
     * @param range the window, such as {@code 5m}; empty for an instant vector
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

    /** An aggregation, such as sum. The result of an aggregation without grouping is one value without labels. */
    record Aggregation(String operator, Optional<Grouping> grouping, List<Expr> arguments, Span span) implements Expr {
        @Override
        public List<Expr> parts() {
            return arguments;
        }
    }

    /** The labels in {@code by} or {@code without}. */
    record Grouping(boolean by, List<String> labels) {}

    /** An expression in parentheses. The position includes the parentheses. */
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
     * A binary operation.
     *
     * @param bool true if a comparison returns 0 or 1 and does not filter
     * @param operatorAt position of the operator
     */
    record Binary(String operator, boolean bool, Matching matching, Expr left, Expr right, Span operatorAt, Span span)
            implements Expr {
        @Override
        public List<Expr> parts() {
            return List.of(left, right);
        }

        /** Returns true if this operation is a comparison. */
        public boolean comparison() {
            return PromQl.COMPARISONS.contains(operator);
        }

        /** Returns true if the operator is {@code and}, {@code or} or {@code unless}. */
        public boolean ofSets() {
            return PromQl.OF_SETS.contains(operator);
        }
    }

    /**
     * The rules by which the series of two sides match.
     *
     * @param labels labels in {@code on} or {@code ignoring}; empty if all labels must be equal
     * @param many the side that may have several series for one series of the other side
     * @param included labels copied from the other side
     */
    record Matching(Optional<On> labels, Many many, List<String> included) {

        static final Matching ALL = new Matching(Optional.empty(), Many.NONE, List.of());
    }

    /** The labels in {@code on} or {@code ignoring}. */
    record On(boolean on, List<String> labels) {}

    /** The side that may have several series for one series of the other side. */
    enum Many {
        NONE,
        LEFT,
        RIGHT
    }
}
