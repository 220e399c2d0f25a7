package dev.sluice.exporter.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RuleFilesTest {

    private static Rule alert(String expression, String hold) {
        return new Rule("f", "g", false, "A", expression, hold, "", Map.of(), Map.of());
    }

    @Test
    void refusesAKeyThatStandsTwice() {
        assertThatThrownBy(() -> Yaml.parse("a: 1\na: 2\n", "twice.yml")).hasMessageContaining("duplicate key a");
    }

    @Test
    void saysWhichKeyIsMissing() {
        assertThatThrownBy(() -> Yaml.parse("a: 1\n", "x.yml").at("b")).hasMessage("x.yml has no b");
    }

    @Test
    void readsTheSharedRecordingRulesFirst() {
        assertThat(RuleFiles.all().get(0).file()).isEqualTo("recording");
    }

    @Test
    void mutantsHaveOneThingWrong() {
        List<String> expressions = Mutant.of(alert("a > 10 unless (b < 0.5)", "10m")).stream()
                .map(mutant ->
                        mutant.rule().expression() + " for " + mutant.rule().hold())
                .toList();

        assertThat(expressions)
                .containsExactlyInAnyOrder(
                        "(a > 10 unless (b < 0.5)) unless on () vector(1) for 10m",
                        "a > 10 unless (b < 0.5) for ",
                        "a > 10 unless (b < 0.5) for 300s",
                        "a > 10 unless (b < 0.5) for 900s",
                        "a > 10 for 10m",
                        "a <= 10 unless (b < 0.5) for 10m",
                        "a > 11 unless (b < 0.5) for 10m",
                        "a > 9 unless (b < 0.5) for 10m",
                        "a > 10 unless (b >= 0.5) for 10m",
                        "a > 10 unless (b < (0.5) * 1.1) for 10m",
                        "a > 10 unless (b < (0.5) * 0.9) for 10m");
    }
}
