package dev.sluice.exporter.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.exporter.rules.Expr.Aggregation;
import dev.sluice.exporter.rules.Expr.Binary;
import dev.sluice.exporter.rules.Expr.Call;
import dev.sluice.exporter.rules.Expr.Many;
import dev.sluice.exporter.rules.Expr.Matcher;
import dev.sluice.exporter.rules.Expr.Num;
import dev.sluice.exporter.rules.Expr.Parenthesised;
import dev.sluice.exporter.rules.Expr.Selector;
import dev.sluice.exporter.rules.Expr.Signed;
import dev.sluice.exporter.rules.Expr.Subquery;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PromQlTest {

    @Test
    void readsASelectorWithMatchersAWindowAndAnOffset() {
        Selector selector = (Selector) PromQl.parse("up{job=\"a\", x!~'b|c',} [5m] offset -1w");

        assertThat(selector.name()).isEqualTo("up");
        assertThat(selector.matchers()).containsExactly(new Matcher("job", "=", "a"), new Matcher("x", "!~", "b|c"));
        assertThat(selector.range()).isEqualTo("5m");
    }

    @ParameterizedTest
    @ValueSource(strings = {"up[5m] @ 1609746000", "up[5m] @ end()", "up[5m] @ start() offset 5m"})
    void readsTheTimeOfASelector(String text) {
        Selector selector = (Selector) PromQl.parse(text);

        assertThat(selector.name()).isEqualTo("up");
        assertThat(selector.range()).isEqualTo("5m");
    }

    /** The expected structure has every operation in parentheses, according to Prometheus' precedences. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "a + b * c; (a + (b * c))",
                "a - b - c; ((a - b) - c)",
                "a ^ b ^ c; (a ^ (b ^ c))",
                "-a ^ b; -(a ^ b)",
                "a > 1 and b < 2 or c; (((a > 1) and (b < 2)) or c)",
                "a unless b and c; ((a unless b) and c)",
                "a / b > 0.1; ((a / b) > 0.1)",
                "(a or b) * 2; ((a or b) * 2)",
                "a == bool 1 + 1; (a == (1 + 1))"
            })
    void bindsAsPrometheusDoes(String text, String structure) {
        assertThat(structure(PromQl.parse(text))).isEqualTo(structure);
    }

    private static String structure(Expr expression) {
        if (expression instanceof Binary binary) {
            return "(" + structure(binary.left()) + " " + binary.operator() + " " + structure(binary.right()) + ")";
        }
        if (expression instanceof Parenthesised parenthesised) {
            return structure(parenthesised.of());
        }
        if (expression instanceof Signed signed) {
            return "-" + structure(signed.of());
        }
        return expression instanceof Num number ? number.text() : ((Selector) expression).name();
    }

    @Test
    void readsGroupingBeforeAndAfterTheArguments() {
        Aggregation before = (Aggregation) PromQl.parse("sum by (cluster, partition) (a)");
        Aggregation after = (Aggregation) PromQl.parse("topk(3, a) without (job)");

        assertThat(before.grouping()).hasValueSatisfying(grouping -> {
            assertThat(grouping.by()).isTrue();
            assertThat(grouping.labels()).containsExactly("cluster", "partition");
        });
        assertThat(after.grouping())
                .hasValueSatisfying(grouping -> assertThat(grouping.by()).isFalse());
        assertThat(after.arguments()).hasSize(2);
    }

    @Test
    void readsHowSidesMatch() {
        Binary binary = (Binary) PromQl.parse("a * on (node) group_left (gpu_type, pod) b");

        assertThat(binary.matching().labels()).hasValueSatisfying(labels -> {
            assertThat(labels.on()).isTrue();
            assertThat(labels.labels()).containsExactly("node");
        });
        assertThat(binary.matching().many()).isEqualTo(Many.LEFT);
        assertThat(binary.matching().included()).containsExactly("gpu_type", "pod");
    }

    @Test
    void readsSubqueriesAndNamesWithColons() {
        Call call = (Call) PromQl.parse("max_over_time((level:metric:sum - time())[1d:5m])");

        assertThat(call.arguments().get(0))
                .isInstanceOfSatisfying(
                        Subquery.class, subquery -> assertThat(subquery.range()).isEqualTo("1d"));
        assertThat(call.walk().filter(Selector.class::isInstance).map(part -> ((Selector) part).name()))
                .containsExactly("level:metric:sum");
    }

    @Test
    void readsTheVariablesOfDashboards() {
        Expr expression = PromQl.parse("topk($top, rate(a_total{cluster=~\"$cluster\"}[$__rate_interval])) > ${least}");

        assertThat(expression.walk().filter(Selector.class::isInstance).map(part -> ((Selector) part).range()))
                .containsExactly("$__rate_interval");
    }

    @Test
    void knowsWhereThingsStand() {
        String text = "a unless (b > 10)";
        Binary binary = (Binary) PromQl.parse(text);
        Binary inner = (Binary) binary.right().parts().get(0);

        assertThat(binary.span().in(text)).isEqualTo(text);
        assertThat(binary.right().span().in(text)).isEqualTo("(b > 10)");
        assertThat(inner.operatorAt().replacedIn(text, "<=")).isEqualTo("a unless (b <= 10)");
        assertThat(inner.right().span().replacedIn(text, "11")).isEqualTo("a unless (b > 11)");
    }

    @Test
    void skipsCommentsAndLineBreaks() {
        Expr expression = PromQl.parse("sum(a) # all\n  > 1 # one");

        assertThat(((Binary) expression).operator()).isEqualTo(">");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a +",
                "(a",
                "a b",
                "a{b}",
                "a{b=c}",
                "{}",
                "sum by cluster (a)",
                "rate(a)",
                "abs(a[5m])",
                "sum(a)[5m]",
                "a[5]",
                "a and on (x) group_left b",
                "a + bool b",
                "no_such_function(a)",
                "holt_winters(a[5m], 0.5, 0.5)",
                "a ? b",
                "a offset b"
            })
    void refusesWhatPrometheusRefuses(String text) {
        assertThatThrownBy(() -> PromQl.parse(text))
                .isInstanceOf(PromQlException.class)
                .hasMessageContaining("at character");
    }

    @Test
    void walksThroughEverything() {
        Expr expression = PromQl.parse("sum(rate(a_total[5m])) / clamp_min(-b, 1) or c");

        assertThat(expression
                        .walk()
                        .map(part -> part.getClass().getSimpleName())
                        .collect(Collectors.toList()))
                .isEqualTo(List.of(
                        "Binary",
                        "Binary",
                        "Aggregation",
                        "Call",
                        "Selector",
                        "Call",
                        "Signed",
                        "Selector",
                        "Num",
                        "Selector"));
    }
}
