package dev.sluice.exporter.derive.scaling.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the forms of sbatch's --constraint, on a node with the features {@code a100} and {@code ib}. */
class FeatureExpressionTest {

    private static final Set<String> FEATURES = Set.of("a100", "ib");

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "a100; true",
                "h100; false",
                "a100&ib; true",
                "a100&h100; false",
                "h100|a100; true",
                "a100,ib; true",
                "h100|l40s; false",
                "[h100|a100]; true",
                "(h100|a100)&ib; true",
                "(h100|a100)&opa; false",
                "ib&(h100|(l40s|a100)); true",
                "[a100*2&h100*4]; true",
                "[l40s*2&h100*4]; false",
                "a100*2; true",
                "h100|a100&ib; true",
                "a100|h100&opa; false",
                "[(a100&ib)*4&h100*1]; true",
                "[(a100&opa)*4&h100*1]; false",
                "[(a100&opa)*4&ib*1]; true",
                "[(a100|opa)*4&h100*1]; true",
                "(a100&opa)*4; false",
                "(a100*2&h100*4); true",
            })
    void readsAConstraintAsSlurmDoes(String constraint, boolean met) {
        assertThat(FeatureExpression.isMet(constraint, FEATURES)).isEqualTo(met);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "[r1*1&r2*2]; r1=1 r2=2",
                "r1*4; r1=4",
                "[(a100&ib)*4&h100*1]; (a100&ib)=4 h100=1",
                "[r1*1|r2*2]; ''",
                "[r1*1&r2]; ''",
                "[r1*1&r2*2; ''",
                "r1; ''",
            })
    void eachCountNeedsNodesOfItsOwn(String constraint, String counted) {
        assertThat(FeatureExpression.counted(constraint).stream()
                        .map(part -> part.constraint() + "=" + part.nodes())
                        .collect(Collectors.joining(" ")))
                .isEqualTo(counted);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a100&",
                "|a100",
                "(a100",
                "a100)",
                "[a100",
                "()",
                "*2",
                "a100 ib",
                "(a100]",
                "[a100)",
                "((((((a100))",
                "a100*x"
            })
    void nothingMeetsWhatMakesNoSense(String constraint) {
        assertThat(FeatureExpression.isMet(constraint, FEATURES)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 100_000})
    void survivesAnyDepth(int depth) {
        assertThat(FeatureExpression.isMet("(".repeat(depth) + "a100" + ")".repeat(depth), FEATURES))
                .isFalse();
    }
}
