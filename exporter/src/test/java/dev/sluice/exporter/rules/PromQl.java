package dev.sluice.exporter.rules;

import dev.sluice.exporter.rules.Expr.Aggregation;
import dev.sluice.exporter.rules.Expr.Binary;
import dev.sluice.exporter.rules.Expr.Call;
import dev.sluice.exporter.rules.Expr.Grouping;
import dev.sluice.exporter.rules.Expr.Many;
import dev.sluice.exporter.rules.Expr.Matcher;
import dev.sluice.exporter.rules.Expr.Matching;
import dev.sluice.exporter.rules.Expr.Num;
import dev.sluice.exporter.rules.Expr.On;
import dev.sluice.exporter.rules.Expr.Parenthesised;
import dev.sluice.exporter.rules.Expr.Selector;
import dev.sluice.exporter.rules.Expr.Signed;
import dev.sluice.exporter.rules.Expr.Span;
import dev.sluice.exporter.rules.Expr.Subquery;
import dev.sluice.exporter.rules.Tokens.Kind;
import dev.sluice.exporter.rules.Tokens.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Parses PromQL like Prometheus 2.42 and later, without experimental functions. Variables of dashboards ({@code
 * $__rate_interval}, {@code ${top}}) are allowed in place of a duration or a number.
 */
public final class PromQl {

    static final Set<String> COMPARISONS = Set.of("==", "!=", ">", "<", ">=", "<=");
    static final Set<String> OF_SETS = Set.of("and", "or", "unless");

    /** Functions that need a window. */
    static final Set<String> OVER_A_WINDOW = Set.of(
            "absent_over_time",
            "avg_over_time",
            "changes",
            "count_over_time",
            "delta",
            "deriv",
            "idelta",
            "increase",
            "irate",
            "last_over_time",
            "max_over_time",
            "min_over_time",
            "predict_linear",
            "present_over_time",
            "quantile_over_time",
            "rate",
            "resets",
            "stddev_over_time",
            "stdvar_over_time",
            "sum_over_time");

    static final Set<String> FUNCTIONS = Set.of(
            "abs",
            "absent",
            "ceil",
            "clamp",
            "clamp_max",
            "clamp_min",
            "day_of_month",
            "day_of_week",
            "days_in_month",
            "exp",
            "floor",
            "histogram_quantile",
            "hour",
            "label_join",
            "label_replace",
            "ln",
            "log10",
            "log2",
            "minute",
            "month",
            "round",
            "scalar",
            "sgn",
            "sort",
            "sort_desc",
            "sqrt",
            "time",
            "timestamp",
            "vector",
            "year");

    static final Set<String> AGGREGATIONS = Set.of(
            "avg",
            "bottomk",
            "count",
            "count_values",
            "group",
            "max",
            "min",
            "quantile",
            "stddev",
            "stdvar",
            "sum",
            "topk");

    private static final int POWER = 6;
    private static final Map<String, Integer> PRECEDENCE = Map.ofEntries(
            Map.entry("or", 1),
            Map.entry("and", 2),
            Map.entry("unless", 2),
            Map.entry("==", 3),
            Map.entry("!=", 3),
            Map.entry(">", 3),
            Map.entry("<", 3),
            Map.entry(">=", 3),
            Map.entry("<=", 3),
            Map.entry("+", 4),
            Map.entry("-", 4),
            Map.entry("*", 5),
            Map.entry("/", 5),
            Map.entry("%", 5),
            Map.entry("atan2", 5),
            Map.entry("^", POWER));

    private final Tokens tokens;

    private PromQl(String text) {
        this.tokens = new Tokens(text);
    }

    /**
     * Parses an expression.
     *
     * @throws PromQlException if the text is not PromQL
     */
    public static Expr parse(String text) {
        PromQl parser = new PromQl(text);
        Expr whole = parser.binary(1);
        if (parser.tokens.peek().kind() != Kind.END) {
            throw parser.tokens.wrong("expected the end");
        }
        return whole;
    }

    private Expr binary(int least) {
        Expr left = signed();
        while (true) {
            Token operator = tokens.peek();
            int precedence = operator.kind() == Kind.STRING ? 0 : PRECEDENCE.getOrDefault(operator.text(), 0);
            if (precedence < least) {
                return left;
            }
            tokens.take();
            boolean bool = tokens.takeIf("bool");
            if (bool && !COMPARISONS.contains(operator.text())) {
                throw tokens.wrong("bool is for comparisons");
            }
            Matching matching = matching(operator.text());
            Expr right = binary(precedence == POWER ? precedence : precedence + 1);
            left = new Binary(
                    operator.text(),
                    bool,
                    matching,
                    left,
                    right,
                    operator.span(),
                    new Span(left.span().start(), tokens.end()));
        }
    }

    private Matching matching(String operator) {
        Optional<On> labels = Optional.empty();
        if (tokens.at("on") || tokens.at("ignoring")) {
            boolean on = tokens.take().text().equals("on");
            labels = Optional.of(new On(on, labels()));
        }
        Many many = tokens.at("group_left") ? Many.LEFT : tokens.at("group_right") ? Many.RIGHT : Many.NONE;
        if (many == Many.NONE) {
            return new Matching(labels, many, List.of());
        }
        if (OF_SETS.contains(operator)) {
            throw tokens.wrong("no grouping with " + operator);
        }
        tokens.take();
        return new Matching(labels, many, tokens.at("(") ? labels() : List.of());
    }

    private List<String> labels() {
        List<String> labels = new ArrayList<>();
        tokens.expect("(");
        while (!tokens.takeIf(")")) {
            labels.add(tokens.expect(Kind.NAME).text());
            if (!tokens.at(")")) {
                tokens.expect(",");
            }
        }
        return List.copyOf(labels);
    }

    private Expr signed() {
        int start = tokens.peek().span().start();
        if (tokens.takeIf("-") || tokens.takeIf("+")) {
            Expr of = binary(POWER);
            return new Signed(of, new Span(start, tokens.end()));
        }
        Expr value = primary();
        while (tokens.at("[") || tokens.at("offset") || tokens.at("@")) {
            value = modified(value, start);
        }
        return value;
    }

    private Expr modified(Expr value, int start) {
        if (tokens.takeIf("[")) {
            String range = duration();
            if (tokens.takeIf(":")) {
                if (!tokens.at("]")) {
                    duration();
                }
                tokens.expect("]");
                return new Subquery(value, range, new Span(start, tokens.end()));
            }
            tokens.expect("]");
            if (!(value instanceof Selector selector) || !selector.range().isEmpty()) {
                throw tokens.wrong("only series have a window; a subquery needs a colon: [5m:]");
            }
            return new Selector(selector.name(), selector.matchers(), range, new Span(start, tokens.end()));
        }
        if (tokens.takeIf("offset")) {
            tokens.takeIf("-");
            duration();
        } else {
            tokens.expect("@");
            instant();
        }
        Span longer = new Span(start, tokens.end());
        if (value instanceof Selector selector) {
            return new Selector(selector.name(), selector.matchers(), selector.range(), longer);
        }
        if (value instanceof Subquery subquery) {
            return new Subquery(subquery.of(), subquery.range(), longer);
        }
        throw tokens.wrong("offset and @ belong to series");
    }

    /** A time, or the start or the end of the query. */
    private void instant() {
        if (tokens.takeIf("start") || tokens.takeIf("end")) {
            tokens.expect("(");
            tokens.expect(")");
        } else {
            primary();
        }
    }

    private String duration() {
        Token token = tokens.take();
        if (token.kind() != Kind.DURATION && token.kind() != Kind.VARIABLE) {
            throw tokens.wrong("expected a duration such as 5m before this");
        }
        return token.text();
    }

    private Expr primary() {
        Token token = tokens.peek();
        return switch (token.kind()) {
            case NUMBER, VARIABLE -> new Num(tokens.take().text(), token.span());
            case STRING -> new Expr.Text(unquoted(tokens.take().text()), token.span());
            case NAME -> named(token);
            case OPERATOR -> tokens.at("{") ? selector("", token.span().start()) : parenthesised();
            case DURATION, END -> throw tokens.wrong("expected an expression");
        };
    }

    private Expr parenthesised() {
        int start = tokens.expect("(").span().start();
        Expr inside = binary(1);
        tokens.expect(")");
        return new Parenthesised(inside, new Span(start, tokens.end()));
    }

    private Expr named(Token name) {
        String following = tokens.following().text();
        if (AGGREGATIONS.contains(name.text()) && Set.of("(", "by", "without").contains(following)) {
            return aggregation();
        }
        if (following.equals("(")) {
            return call();
        }
        tokens.take();
        if (Set.of("inf", "nan").contains(name.text().toLowerCase(Locale.ROOT))) {
            return new Num(name.text(), name.span());
        }
        return selector(name.text(), name.span().start());
    }

    private Expr selector(String name, int start) {
        List<Matcher> matchers = new ArrayList<>();
        if (tokens.takeIf("{")) {
            while (!tokens.takeIf("}")) {
                String label = tokens.expect(Kind.NAME).text();
                Token operator = tokens.expect(Kind.OPERATOR);
                if (!Set.of("=", "!=", "=~", "!~").contains(operator.text())) {
                    throw tokens.wrong("expected =, !=, =~ or !~ before this");
                }
                String value = unquoted(tokens.expect(Kind.STRING).text());
                matchers.add(new Matcher(label, operator.text(), value));
                if (!tokens.at("}")) {
                    tokens.expect(",");
                }
            }
        }
        if (name.isEmpty() && matchers.isEmpty()) {
            throw tokens.wrong("a selector needs a name or a matcher before this");
        }
        return new Selector(name, List.copyOf(matchers), "", new Span(start, tokens.end()));
    }

    private Expr aggregation() {
        Token operator = tokens.take();
        Optional<Grouping> grouping = grouping();
        List<Expr> arguments = arguments();
        if (grouping.isEmpty()) {
            grouping = grouping();
        }
        return new Aggregation(
                operator.text(), grouping, arguments, new Span(operator.span().start(), tokens.end()));
    }

    private Optional<Grouping> grouping() {
        if (!tokens.at("by") && !tokens.at("without")) {
            return Optional.empty();
        }
        boolean by = tokens.take().text().equals("by");
        return Optional.of(new Grouping(by, labels()));
    }

    private Expr call() {
        Token function = tokens.take();
        boolean overAWindow = OVER_A_WINDOW.contains(function.text());
        if (!overAWindow && !FUNCTIONS.contains(function.text())) {
            throw new PromQlException(
                    function.text(), 0, "no function of stable PromQL is called '" + function.text() + "',");
        }
        List<Expr> arguments = arguments();
        boolean window = arguments.stream().anyMatch(LabelFlow::window);
        if (overAWindow != window) {
            throw tokens.wrong(
                    function.text() + (overAWindow ? " needs" : " takes no") + " window such as [5m] before this");
        }
        return new Call(function.text(), arguments, new Span(function.span().start(), tokens.end()));
    }

    private List<Expr> arguments() {
        List<Expr> arguments = new ArrayList<>();
        tokens.expect("(");
        while (!tokens.takeIf(")")) {
            arguments.add(binary(1));
            if (!tokens.at(")")) {
                tokens.expect(",");
            }
        }
        return List.copyOf(arguments);
    }

    private static String unquoted(String text) {
        String inside = text.substring(1, text.length() - 1);
        return text.startsWith("`") ? inside : inside.replaceAll("\\\\(.)", "$1");
    }
}
