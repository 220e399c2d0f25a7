package dev.sluice.exporter.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.GoldenFile;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that the example of an Alertmanager configuration uses existing alerts and labels. */
class AlertmanagerExampleTest {

    private static final Pattern MATCHER = Pattern.compile("(\\w+) (=|!=|=~|!~) \"?([^\"]+)\"?");

    private static Yaml example() {
        return Yaml.read(GoldenFile.repositoryRoot().resolve(RuleFiles.FOLDER).resolve("alertmanager-example.yml"));
    }

    static Stream<String> alternatives() {
        List<String> matchers = new ArrayList<>();
        for (Yaml rule : example().items("inhibit_rules")) {
            rule.items("source_matchers").forEach(matcher -> matchers.add(String.valueOf(matcher.value())));
            rule.items("target_matchers").forEach(matcher -> matchers.add(String.valueOf(matcher.value())));
        }
        example().at("route").items("routes").stream()
                .flatMap(route -> route.items("matchers").stream())
                .forEach(matcher -> matchers.add(String.valueOf(matcher.value())));
        return matchers.stream().flatMap(AlertmanagerExampleTest::alertNames).distinct();
    }

    private static Stream<String> alertNames(String matcher) {
        java.util.regex.Matcher parts = MATCHER.matcher(matcher);
        assertThat(parts.matches()).as(matcher).isTrue();
        return parts.group(1).equals("alertname") ? Stream.of(parts.group(3).split("\\|", -1)) : Stream.empty();
    }

    @Test
    void thereAreMatchersOfAlerts() {
        assertThat(alternatives()).hasSizeGreaterThan(10);
    }

    @ParameterizedTest
    @MethodSource("alternatives")
    void namesAnAlert(String pattern) {
        assertThat(RuleFiles.alerts()).extracting(Rule::name).anyMatch(name -> name.matches(pattern));
    }
}
