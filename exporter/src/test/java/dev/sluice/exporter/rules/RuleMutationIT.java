package dev.sluice.exporter.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.exporter.rules.Expr.Selector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that the unit tests of alerts detect errors. The test inserts every error of {@link Mutant} into each alert,
 * and promtool must fail for each error. The test runs only if {@code SLUICE_PROMTOOL} contains the path of promtool.
 */
class RuleMutationIT {

    private static final String VARIABLE = "SLUICE_PROMTOOL";
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    @BeforeAll
    static void skipWithoutPromtool() {
        assumeTrue(!promtool().isEmpty(), "skipped: " + VARIABLE + " does not say where promtool is");
    }

    private static String promtool() {
        String named = System.getenv(VARIABLE);
        return named == null ? "" : named;
    }

    static List<Rule> alerts() {
        return RuleFiles.alerts();
    }

    private enum Verdict {
        PASSED,
        FOUND_WRONG
    }

    @ParameterizedTest
    @MethodSource("alerts")
    void testsNoticeEveryMutant(Rule alert) throws Exception {
        assertThat(verdict(alert)).as("the alert as it is").isEqualTo(Verdict.PASSED);

        // promtool needs a core for itself, and most of the time of this test.
        List<Mutant> survivors = Mutant.of(alert).parallelStream()
                .filter(mutant -> verdict(mutant.rule()) == Verdict.PASSED)
                .toList();

        assertThat(survivors).isEmpty();
    }

    private Verdict verdict(Rule alert) {
        try {
            return verdict(alert, Files.createTempDirectory(folder, "rules"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** promtool reads YAML, and JSON is valid YAML. */
    private static Verdict verdict(Rule alert, Path folder) throws IOException, InterruptedException {
        List<Object> rules = new ArrayList<>();
        needed(alert).forEach(rule -> rules.add(json(rule)));
        rules.add(json(alert));
        Map<String, Object> group = Map.of("name", "mutant", "rules", rules);
        JSON.writeValue(folder.resolve("rules.yml").toFile(), Map.of("groups", List.of(group)));
        int file = 0;
        Verdict verdict = Verdict.PASSED;
        for (Path tests : RuleTestFiles.files()) {
            Map<String, Object> own = RuleTestFiles.ofAlert(tests, alert.name());
            if (!own.isEmpty() && verdict == Verdict.PASSED) {
                own.put("rule_files", List.of("rules.yml"));
                Path copy = folder.resolve("test" + file++ + ".yml");
                JSON.writeValue(copy.toFile(), own);
                verdict = run(copy, folder.resolve("output.txt"));
            }
        }
        assertThat(file).as("files with tests of " + alert).isPositive();
        return verdict;
    }

    private static Verdict run(Path test, Path output) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(promtool(), "test", "rules", test.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        int exit = process.waitFor();
        String said = Files.readString(output, StandardCharsets.UTF_8);
        if (exit == 0) {
            return Verdict.PASSED;
        }
        // If promtool fails for a reason other than an unmet expectation, the generated file has an error.
        assertThat(said).contains("alertname:").contains("got:").doesNotContain("parse error");
        return Verdict.FOUND_WRONG;
    }

    /** Returns the recording rules that an alert needs, in the order of their dependencies. */
    private static Set<Rule> needed(Rule alert) {
        Set<Rule> needed = new LinkedHashSet<>();
        PromQl.parse(alert.expression())
                .walk()
                .filter(Selector.class::isInstance)
                .map(part -> ((Selector) part).name())
                .forEach(name -> RuleFiles.all().stream()
                        .filter(rule -> rule.recording() && rule.name().equals(name))
                        .forEach(rule -> {
                            needed.addAll(needed(rule));
                            needed.add(rule);
                        }));
        return needed;
    }

    private static Map<String, Object> json(Rule rule) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put(rule.recording() ? "record" : "alert", rule.name());
        json.put("expr", rule.expression());
        if (!rule.hold().isEmpty()) {
            json.put("for", rule.hold());
        }
        if (!rule.keep().isEmpty()) {
            json.put("keep_firing_for", rule.keep());
        }
        json.put("labels", rule.labels());
        if (!rule.recording()) {
            json.put("annotations", rule.annotations());
        }
        return json;
    }
}
