package dev.sluice.exporter.rules;

import dev.sluice.exporter.rules.Expr.Aggregation;
import dev.sluice.exporter.rules.Expr.Binary;
import dev.sluice.exporter.rules.Expr.Call;
import dev.sluice.exporter.rules.Expr.Grouping;
import dev.sluice.exporter.rules.Expr.Many;
import dev.sluice.exporter.rules.Expr.Matcher;
import dev.sluice.exporter.rules.Expr.Num;
import dev.sluice.exporter.rules.Expr.On;
import dev.sluice.exporter.rules.Expr.Parenthesised;
import dev.sluice.exporter.rules.Expr.Selector;
import dev.sluice.exporter.rules.Expr.Signed;
import dev.sluice.exporter.rules.Expr.Subquery;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Tracks labels through an expression. Finds the possible labels of the result, and references to missing labels. */
final class LabelFlow {

    private static final Set<String> SCALARS = Set.of("scalar", "time");

    private final Catalogue catalogue;

    LabelFlow(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** Returns the possible labels of the result. */
    Set<String> labels(Expr expression) {
        if (expression instanceof Selector selector) {
            return catalogue.labels(selector.name()).orElse(Set.of());
        }
        if (expression instanceof Aggregation aggregation) {
            return ofAggregation(aggregation);
        }
        if (expression instanceof Call call) {
            return ofCall(call);
        }
        if (expression instanceof Binary binary) {
            return ofBinary(binary);
        }
        return expression.parts().isEmpty()
                ? Set.of()
                : labels(expression.parts().get(0));
    }

    private Set<String> ofAggregation(Aggregation aggregation) {
        Set<String> labels = new TreeSet<>(labels(ofLast(aggregation.arguments())));
        if (aggregation.operator().endsWith("k")) {
            return labels;
        }
        Grouping grouping = aggregation.grouping().orElse(new Grouping(true, List.of()));
        if (grouping.by()) {
            labels.retainAll(grouping.labels());
        } else {
            grouping.labels().forEach(labels::remove);
        }
        if (aggregation.operator().equals("count_values")
                && aggregation.arguments().get(0) instanceof Expr.Text label) {
            labels.add(label.value());
        }
        return labels;
    }

    private static Expr ofLast(List<Expr> arguments) {
        return arguments.get(arguments.size() - 1);
    }

    private Set<String> ofCall(Call call) {
        List<Expr> arguments = call.arguments();
        return switch (call.function()) {
            case "vector", "scalar", "time" -> Set.of();
            case "absent", "absent_over_time" -> ofAbsence(arguments.get(0));
            case "label_replace", "label_join" -> {
                Set<String> labels = new TreeSet<>(labels(arguments.get(0)));
                if (arguments.get(1) instanceof Expr.Text label) {
                    labels.add(label.value());
                }
                yield labels;
            }
            case "histogram_quantile" -> {
                Set<String> labels = new TreeSet<>(labels(ofLast(arguments)));
                labels.remove("le");
                yield labels;
            }
            case "quantile_over_time" -> labels(ofLast(arguments));
            default -> arguments.isEmpty() ? Set.of() : labels(arguments.get(0));
        };
    }

    private static Set<String> ofAbsence(Expr of) {
        Set<String> labels = new TreeSet<>();
        if (of instanceof Selector selector) {
            for (Matcher matcher : selector.matchers()) {
                if (matcher.operator().equals("=")) {
                    labels.add(matcher.label());
                }
            }
        }
        return labels;
    }

    private Set<String> ofBinary(Binary binary) {
        if (scalar(binary.left())) {
            return labels(binary.right());
        }
        if (scalar(binary.right())
                || binary.operator().equals("and")
                || binary.operator().equals("unless")) {
            return labels(binary.left());
        }
        if (binary.operator().equals("or")) {
            Set<String> either = new TreeSet<>(labels(binary.left()));
            either.addAll(labels(binary.right()));
            return either;
        }
        Many many = binary.matching().many();
        if (many != Many.NONE) {
            Set<String> labels = new TreeSet<>(labels(many == Many.LEFT ? binary.left() : binary.right()));
            labels.addAll(binary.matching().included());
            return labels;
        }
        return oneToOne(binary);
    }

    private Set<String> oneToOne(Binary binary) {
        Set<String> labels = new TreeSet<>(labels(binary.left()));
        Optional<On> named = binary.matching().labels();
        if (named.isPresent() && named.get().on()) {
            labels.retainAll(named.get().labels());
        } else {
            named.ifPresent(ignoring -> ignoring.labels().forEach(labels::remove));
        }
        return labels;
    }

    static boolean scalar(Expr expression) {
        if (expression instanceof Num) {
            return true;
        }
        if (expression instanceof Signed signed) {
            return scalar(signed.of());
        }
        if (expression instanceof Parenthesised parenthesised) {
            return scalar(parenthesised.of());
        }
        if (expression instanceof Binary binary) {
            return scalar(binary.left()) && scalar(binary.right());
        }
        return expression instanceof Call call && SCALARS.contains(call.function());
    }

    /** Returns the missing labels in groupings and matchings. */
    List<String> problems(Expr expression) {
        List<String> problems = new ArrayList<>();
        expression.walk().forEach(part -> {
            if (part instanceof Aggregation aggregation) {
                Set<String> there = labels(ofLast(aggregation.arguments()));
                aggregation
                        .grouping()
                        .ifPresent(grouping -> missing(
                                grouping.labels(), there, "what " + aggregation.operator() + " adds up", problems));
            } else if (part instanceof Binary binary) {
                matching(binary, problems);
            }
        });
        return problems;
    }

    private void matching(Binary binary, List<String> problems) {
        if (scalar(binary.left()) || scalar(binary.right())) {
            return;
        }
        Set<String> left = labels(binary.left());
        Set<String> right = labels(binary.right());
        Optional<On> named = binary.matching().labels();
        List<String> on = named.filter(On::on).map(On::labels).orElse(List.of());
        missing(on, left, "the left of " + binary.operator(), problems);
        missing(on, right, "the right of " + binary.operator(), problems);
        Many many = binary.matching().many();
        missing(
                binary.matching().included(),
                many == Many.LEFT ? right : left,
                "the one side of " + binary.operator(),
                problems);
        if (named.isEmpty() && !binary.operator().equals("or") && !left.equals(right)) {
            problems.add("the sides of " + binary.operator() + " have other labels, " + left + " and " + right
                    + ": say on (...) or ignoring (...)");
        }
    }

    private static void missing(List<String> named, Set<String> there, String where, List<String> problems) {
        for (String label : named) {
            if (!there.contains(label)) {
                problems.add(where + " has no label " + label);
            }
        }
    }

    /** Returns true if a part of an expression has a window: {@code rate(x[5m])} or a subquery. */
    static boolean window(Expr part) {
        return part instanceof Subquery
                || (part instanceof Selector selector && !selector.range().isEmpty());
    }
}
