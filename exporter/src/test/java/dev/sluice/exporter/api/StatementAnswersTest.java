package dev.sluice.exporter.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class StatementAnswersTest {

    @ParameterizedTest
    @MethodSource
    void quotesNamesAndKeepsSpreadsheetsFromEvaluatingThem(String name, String cell) {
        assertThat(StatementAnswers.cell(name)).isEqualTo(cell);
    }

    static Stream<Arguments> quotesNamesAndKeepsSpreadsheetsFromEvaluatingThem() {
        return Stream.of(
                arguments("", ""),
                arguments("anna", "anna"),
                arguments("anna.b@example", "anna.b@example"),
                arguments("a,b", "\"a,b\""),
                arguments("say \"hi\"", "\"say \"\"hi\"\"\""),
                arguments("=1+2", "\"'=1+2\""),
                arguments("+1", "\"'+1\""),
                arguments("-1", "'-1"),
                arguments("@SUM(A1)", "\"'@SUM(A1)\""),
                arguments(" =1", "\"' =1\""),
                arguments("\t=1", "\"' =1\""),
                arguments("a\r\nb", "a  b"),
                arguments("\uFF1D1", "\"'\uFF1D1\""),
                arguments("Käthe", "\"Käthe\""));
    }
}
