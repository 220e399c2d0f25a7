package dev.sluice.exporter.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that every alert has a runbook. All runbooks must have the same structure, and only existing queries.
 */
class RunbooksTest {

    private static final Catalogue CATALOGUE = Catalogue.withRules(RuleFiles.all());
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} .+$");
    private static final Pattern PROMQL = Pattern.compile("(?ms)^```promql\\n(.*?)^```$");

    static List<String> names() {
        return Runbooks.names();
    }

    @Test
    void everyAlertHasOneAndThereIsNoOther() {
        assertThat(names())
                .containsExactlyInAnyOrderElementsOf(
                        RuleFiles.alerts().stream().map(Rule::name).toList());
    }

    @ParameterizedTest
    @MethodSource("names")
    void runbookHasItsMeaningAndThreeParts(String name) {
        assertThat(HEADING.matcher(Runbooks.text(name)).results().map(MatchResult::group))
                .containsExactly("# " + name, "## First", "## Cures", "## Expected");
        assertThat(Runbooks.text(name)).doesNotContainPattern("(?m)^#[^\\n]+\\n\\n(#|\\z)");
    }

    @ParameterizedTest
    @MethodSource("names")
    void firstPartHasSomethingToRun(String name) {
        String text = Runbooks.text(name);

        assertThat(text.substring(text.indexOf("## First"), text.indexOf("## Cures")))
                .containsPattern("(?m)^```(sh|promql)$");
    }

    @ParameterizedTest
    @MethodSource("names")
    void queriesAskForWhatIsThere(String name) {
        assertThat(PROMQL.matcher(Runbooks.text(name)).results().map(block -> block.group(1)))
                .allSatisfy(query -> assertThat(CATALOGUE.unknown(query)).isEmpty());
    }
}
